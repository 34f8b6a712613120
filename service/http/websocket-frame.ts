/**
 * Encodes texts once for all readers, as one write of text frames. RFC 6455, section 5.2: FIN and opcode 1, no mask,
 * 7-, 16- or 64-bit length.
 */
export function textFrames(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const payload = Buffer.from(text);
      return [textHeader(payload.byteLength), payload];
    }),
  );
}

export function textHeader(length: number): Buffer {
  if (length < 126) return Buffer.of(0x81, length);
  if (length < 65_536) return Buffer.of(0x81, 126, length >> 8, length & 0xff);
  const header = Buffer.of(0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
