import { texts } from '../../contract/texts/texts.ts';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../node/clock.ts';
import { LogFile } from '../../node/log-file.ts';

let directory = '';
let troubles: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'overlay-log-'));
  troubles = [];
});
afterEach(() => {
  chmodSync(directory, 0o700);
  rmSync(directory, { recursive: true });
});

const clock = { ...systemClock, now: () => Date.parse('2026-01-02T03:04:05.678Z') };
const logIn = (place: string, rules = { mostBytes: 30, files: 3 }): LogFile =>
  new LogFile(place, (text) => void troubles.push(text), { ...rules, clock });
const linesOf = (name: string): string[] => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n');

async function written(log: LogFile, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    log.write(line);
    await log.close();
  }
}

describe('the log in files', () => {
  it('keeps its lines in their order, for its own user alone, and goes on where the last run ended', async () => {
    await written(logIn(join(directory, 'log')), 'one', 'two');
    const again = logIn(join(directory, 'log'));
    await written(again, 'three');
    expect(linesOf('log/desk.jsonl')).toEqual(['one', 'two', 'three']);
    expect(await again.recent()).toEqual(['one', 'two', 'three']);
    expect(statSync(join(directory, 'log/desk.jsonl')).mode & 0o077).toBe(0);
  });

  it('writes what comes at once in one go', async () => {
    const log = logIn(directory);
    for (let at = 0; at < 5; at++) log.write(String(at));
    expect(await log.recent()).toEqual(['0', '1', '2', '3', '4']);
  });

  it('begins a file when one is full, and keeps so many', async () => {
    const log = logIn(directory);
    await written(log, ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => letter.repeat(19)));
    expect(readdirSync(directory).toSorted()).toEqual(['desk.1.jsonl', 'desk.2.jsonl', 'desk.jsonl']);
    const files = ['desk.2.jsonl', 'desk.1.jsonl', 'desk.jsonl'].flatMap(linesOf);
    expect(files.map(([letter]) => letter).join('')).toBe('cdefgh');
    expect((await log.recent()).map(([letter]) => letter).join('')).toBe('efgh');
  });

  it('says once that the disk is full, goes on without, and names what is missing when there is room again', async () => {
    const full = join(directory, 'desk.jsonl');
    symlinkSync('/dev/full', full);
    const log = logIn(directory);
    await written(log, 'lost', 'lost too');
    expect(troubles).toEqual([expect.stringMatching(/^The log of the desk cannot be written: ENOSPC/)]);
    rmSync(full);
    await written(log, 'there');
    const [missing, there] = linesOf('desk.jsonl');
    expect(JSON.parse(missing ?? '')).toEqual({
      time: '2026-01-02T03:04:05.678Z',
      level: 'warn',
      where: 'log',
      message: texts.log.recordsLost(2),
    });
    expect([there, troubles.length]).toEqual(['there', 1]);
  });

  it('throws nothing where there can be no directory', async () => {
    writeFileSync(join(directory, 'a file'), '');
    const log = logIn(join(directory, 'a file', 'log'));
    await written(log, 'one', 'two');
    expect(troubles).toEqual([expect.stringContaining('ENOTDIR')]);
  });
});
