import * as ws from 'ws';
import { expect, it } from 'vitest';
import { textFrame } from '../../../service/http/websocket-frame.ts';

/** How `ws` itself makes frames. */
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };

it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('a text of %i bytes is framed as RFC 6455 has it', (length) => {
  const text = Buffer.alloc(length, 'x');
  const parts = Sender.frame(text, { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false });
  expect(textFrame(text).equals(Buffer.concat(parts))).toBe(true);
});
