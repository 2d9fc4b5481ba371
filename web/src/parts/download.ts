/** Hand a text to the player as a file. */
export function download(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: "text/plain" }));
}

/** Hand anything else to the player as a file. */
export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
