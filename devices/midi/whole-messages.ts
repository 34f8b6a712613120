/** The byte that ends a system exclusive message. It is no message of its own. */
const endOfExclusive = 0xf7;

/**
 * The messages in these bytes, one by one. RtMidi sends one at a time on macOS and Windows, and drops two at once. Each
 * begins with a status byte (0x80 or more).
 */
export function wholeMessages(bytes: readonly number[]): number[][] {
  const messages: number[][] = [];
  for (const byte of bytes) {
    const last = messages.at(-1);
    if (last && (byte < 0x80 || byte === endOfExclusive)) last.push(byte);
    else messages.push([byte]);
  }
  return messages;
}
