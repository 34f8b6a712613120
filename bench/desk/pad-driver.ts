import { connectToDesk } from '../../devices/desk-channel.ts';

/**
 * A driver of one controller whose fader is moved a thousand times a second while its pads are pressed, one after the other, with
 * pauses of no fixed length.
 */
const pads = Number(process.argv[2] ?? 8);
const port = 'in1';
const now = (): number => Number(process.hrtime.bigint()) / 1e6;
const tell = connectToDesk((message) => {
  if (message.do === 'end') process.exit(0);
  if (message.do === 'open') tell({ say: 'opened', port: message.port });
}, process.exit);

tell({
  say: 'ports',
  ports: [
    { id: port, name: 'Pads', direction: 'in' },
    { id: 'out1', name: 'Pads', direction: 'out' },
  ],
  trouble: null,
});

let moves = 0;
let presses = 0;
let nextPress = now() + 1_000;
setInterval(() => {
  moves += 1;
  tell({ say: 'bytes', port, bytes: [0xb0, 48, moves % 128], at: now() });
  if (now() < nextPress) return;
  const pad = presses % pads;
  presses += 1;
  nextPress = now() + 40 + ((presses * 7) % 21);
  tell({ say: 'bytes', port, bytes: [0x90, pad, 127, 0x80, pad, 0], at: now() });
}, 1);
