/**
 * Returns the absolute address of a source that a scene names. A path is relative to `mediaUrl`.
 * @throws Error for a scheme that may not be loaded, such as one that runs scripts
 */
export function mediaAddress(source: string, mediaUrl: string): string {
  const { protocol, href } = new URL(source, mediaUrl);
  if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
  return href;
}
