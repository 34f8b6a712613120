import { texts } from '../../../contract/texts/texts.ts';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileReader } from '../../../node/data/file-reader.ts';
import type { Clock } from '../../../contract/clock.ts';
import { systemClock } from '../../../node/clock.ts';

let directory: string;
let file: string;
let reader: FileReader;
let end: AbortController;
/** How often it waited until the file would be at rest, and what is done then. */
let rests: number;
let whileResting: (() => Promise<void>) | undefined;

/** Called when it looked once more and found nothing new. */
let onLook: () => void;

const [lookEvery, settle] = [2, 3];
/** Time does not matter here: it passes as soon as what happens meanwhile has happened. */
const clock: Clock = {
  ...systemClock,
  after: (milliseconds, run) => {
    if (milliseconds === lookEvery) onLook();
    const meanwhile = milliseconds === settle ? (rests += 1) && whileResting?.() : undefined;
    let callOff = (): void => {};
    void Promise.resolve(meanwhile).then(() => (callOff = systemClock.after(1, run)));
    return () => callOff();
  },
};
const text = async () => Buffer.from((await reader.read(end.signal)).bytes).toString();
/** Whether it looks again and again without anything to read. */
const waits = async (): Promise<boolean> => {
  const enough = new AbortController();
  let looks = 0;
  onLook = () => {
    if ((looks += 1) === 5) enough.abort();
  };
  return reader.read(enough.signal).then(
    () => false,
    () => looks === 5,
  );
};

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overlay-data-'));
  file = join(directory, 'scores.csv');
  end = new AbortController();
  [rests, whileResting, onLook] = [0, undefined, () => {}];
  reader = new FileReader(file, clock, { lookEvery, settle, most: 1_000 });
});
afterEach(async () => {
  end.abort();
  await rm(directory, { recursive: true });
});

describe('a file', () => {
  it('is read at once, and again when it changes', async () => {
    await writeFile(file, 'one');
    expect(await text()).toBe('one');
    expect(await waits()).toBe(true);
    const next = text();
    await writeFile(file, 'three');
    expect(await next).toBe('three');
  });

  it('is read when another one takes its place, of the same size', async () => {
    await writeFile(file, 'one');
    expect(await text()).toBe('one');
    await writeFile(`${file}.new`, 'two');
    await rename(`${file}.new`, file);
    expect(await text()).toBe('two');
  });

  it('that is deleted is missed once, and read when it is made anew', async () => {
    await writeFile(file, 'one');
    expect(await text()).toBe('one');
    await rm(file);
    await expect(text()).rejects.toMatchObject({ message: `The file ${file} is not there.`, retryIn: 0 });
    expect(await waits()).toBe(true);
    const next = text();
    await writeFile(file, 'two');
    expect(await next).toBe('two');
  });

  it('that is still being written is read when it is whole', async () => {
    const parts = ['name,goals\nR', 'name,goals\nRed,1\n', 'name,goals\nRed,1\nBlue,2\n'];
    await writeFile(file, 'na');
    whileResting = async () => {
      const part = parts.shift();
      if (part !== undefined) await writeFile(file, part);
    };
    expect(await text()).toBe('name,goals\nRed,1\nBlue,2\n');
    expect(rests).toBe(4);
  });

  it('that is written without a pause is read all the same, when nobody writes it meanwhile', async () => {
    let length = 1;
    await writeFile(file, 'x');
    whileResting = () => writeFile(file, 'x'.repeat((length += 1)));
    expect(await text()).toBe('x'.repeat(21));
    expect(rests).toBe(20);
  });

  it('that is too large, or no file, is named', async () => {
    await writeFile(file, 'x'.repeat(1_001));
    await expect(text()).rejects.toThrow(`The file ${file} is larger than 1000 bytes.`);
    await rm(file);
    await symlink(directory, file);
    await expect(text()).rejects.toThrow(`The file ${file} is no file.`);
    await rm(file);
    await writeFile(file, 'small');
    expect(await text()).toBe('small');
  });

  it('that is named by a part of its path is refused', async () => {
    reader = new FileReader('package.json', clock, { lookEvery, settle, most: 1_000_000 });
    await expect(text()).rejects.toThrow('The file package.json is not named by its absolute path.');
  });

  it.runIf(process.platform === 'linux')('that never ends is not read', async () => {
    reader = new FileReader('/dev/zero', clock, { lookEvery, settle, most: 1_000 });
    await expect(text()).rejects.toThrow('The file /dev/zero is no file.');
  });

  it('is not waited for any more once that was called off', async () => {
    const reading = reader.read(end.signal);
    await expect(reading).rejects.toThrow(texts.data.missing);
    const waiting = reader.read(end.signal);
    end.abort(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
  });
});
