/**
 * The absolute address of a scene's source. A path is relative to `mediaUrl`.
 * @throws Error for a forbidden scheme, such as one that runs scripts
 */
export function mediaAddress(source: string, mediaUrl: string): string {
  const { protocol, href } = new URL(source, mediaUrl);
  if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
  return href;
}
