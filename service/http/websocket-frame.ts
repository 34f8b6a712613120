/**
 * Encodes a server's WebSocket text frame, header and payload in one piece, so that it is built once for any number of
 * readers. RFC 6455, section 5.2: FIN and opcode 1, no mask, the length in 7, 16 or 64 bits.
 */
export function textFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, header);
  return frame;
}
