/** Ends a system exclusive message; not a message of its own. */
const endOfExclusive = 0xf7;

/** Splits bytes at status bytes (0x80 or more): on macOS and Windows, RtMidi drops two messages sent at once. */
export function wholeMessages(bytes: readonly number[]): number[][] {
  const messages: number[][] = [];
  for (const byte of bytes) {
    const last = messages.at(-1);
    if (last && (byte < 0x80 || byte === endOfExclusive)) last.push(byte);
    else messages.push([byte]);
  }
  return messages;
}
