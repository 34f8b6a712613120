/**
 * The absolute address of something that a scene names: what is named by path is at `mediaUrl`. Throws where it is nothing
 * that may be loaded: nothing that runs as a script is.
 */
export function mediaAddress(source: string, mediaUrl: string): string {
  const { protocol, href } = new URL(source, mediaUrl);
  if (!['http:', 'https:', 'data:'].includes(protocol)) throw new Error(`${protocol} addresses are not loaded`);
  return href;
}
