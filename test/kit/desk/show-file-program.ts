import { showFile } from '../../../node/show/show-file.ts';

/** A program that does nothing but save a show of 200 cues, and says the number of each version that is saved. */
const [path = '', from = '0'] = process.argv.slice(2);
const file = showFile(path, () => Date.now());
file.read();
for (let at = Number(from); ; at += 1) {
  const cues = Array.from({ length: 200 }, (_, number) => ({ id: String(number), name: `Version ${at}`.repeat(5) }));
  await file.write({ version: 1, edit: `Edit ${at}`, at, rundowns: [{ id: 'r', groups: [{ id: 'g', cues }] }] });
  process.stdout.write(`${at}\n`);
}
