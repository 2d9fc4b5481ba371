/** What can be scrolled can be reached by the Tab key: without it the keyboard would not see its end. */
export function reachable(window: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    const larger = window.scrollHeight > window.clientHeight || window.scrollWidth > window.clientWidth;
    if (larger) window.tabIndex = 0;
    else window.removeAttribute("tabindex");
  };
  // The window changes with the page, what lies in it with the game.
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(window);
  content.observe(window, { childList: true, subtree: true, characterData: true });
  return {
    destroy: () => {
      size.disconnect();
      content.disconnect();
    },
  };
}
