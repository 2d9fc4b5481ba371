/** Counter faces as addresses that an `img` can show. */

const addresses = new Map<string, string>();

export function faceAddress(svg: string | undefined): string {
  if (!svg) return "";
  const known = addresses.get(svg);
  if (known) return known;
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  addresses.set(svg, address);
  return address;
}
