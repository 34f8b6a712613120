import * as ws from 'ws';
import { expect, it } from 'vitest';
import { textFrames } from '../../../service/http/live-socket.ts';

/** How `ws` itself makes frames. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };
const byWs = (text: Buffer): Buffer[] =>
  Sender.frame(text, { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false });

const lengths = [0, 1, 125, 126, 255, 256, 65_535, 65_536, 100_000];

it.each(lengths)('a text of %i bytes is framed as RFC 6455 has it', (length) => {
  const text = Buffer.alloc(length, 'x');
  expect(textFrames([text.toString()]).equals(Buffer.concat(byWs(text)))).toBe(true);
});

it('several texts are framed one after the other, their lengths in bytes', () => {
  const texts = [...lengths.map((length) => 'x'.repeat(length)), 'é'.repeat(63), '€'.repeat(30_000)];
  const frames = texts.flatMap((text) => byWs(Buffer.from(text)));
  expect(textFrames(texts).equals(Buffer.concat(frames))).toBe(true);
});
