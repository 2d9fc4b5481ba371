// Before anything is painted: the page has the theme that the player chose, not a flash of the other.
// A file of its own because the page runs no script that stands in it. See src/settings.svelte.ts.
(() => {
  let theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("grognard.settings") ?? "{}").theme ?? theme;
  } catch {
    // Whatever is kept there is not ours to read.
  }
  const dark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset.look = dark ? "dark" : "light";
})();
