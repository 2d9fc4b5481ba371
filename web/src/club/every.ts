/** Do something at once and then again and again, as long as the page is looked at. */
export function every(pause: number, deed: () => Promise<void>): () => void {
  const quietly = () => void deed().catch(() => undefined); // the next time, perhaps
  quietly();
  const timer = window.setInterval(() => {
    if (!document.hidden) quietly();
  }, pause);
  return () => window.clearInterval(timer);
}
