import { texts } from '../../contract/texts/texts.ts';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDataInUse, lockData } from '../../node/data-lock.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const lockModule = new URL('../../node/data-lock.ts', import.meta.url).href;

/** What another process hears that takes the directory, and then dies without letting go. */
function takenByAnother(): string {
  const source = `import { lockData } from '${lockModule}';
    try { lockData(process.argv[1]); process.stdout.write('taken'); process.kill(process.pid, 'SIGKILL'); }
    catch (error) { process.stdout.write(error.message); }`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', source, directory], { encoding: 'utf8' }).stdout;
}

describe('a data directory', () => {
  it('belongs to one desk at a time, and the second is told so', () => {
    const unlock = lockData(directory);
    expect(takenByAnother()).toBe(
      `Another desk is running on ${directory}. Use its window, take its show over with --take-over, or give this one a directory of its own with --data DIR.`,
    );
    unlock();
    expect(takenByAnother()).toBe('taken');
  });

  it('is free again when its desk was killed', () => {
    expect(takenByAnother()).toBe('taken');
    expect(takenByAnother()).toBe('taken');
  });

  it('tells whether a desk runs on it, and creates nothing for that', () => {
    expect([isDataInUse(directory), isDataInUse(join(directory, 'none')), readdirSync(directory)]).toEqual([
      false,
      false,
      [],
    ]);
    const unlock = lockData(directory);
    expect(isDataInUse(directory)).toBe(true);
    unlock();
    expect(isDataInUse(directory)).toBe(false);
  });

  it('is free where a power cut has damaged its lock, which then holds again', () => {
    writeFileSync(join(directory, 'desk.lock'), 'left by a power cut'.repeat(300));
    expect(isDataInUse(directory)).toBe(false);
    const unlock = lockData(directory);
    expect(takenByAnother()).toContain(`Another desk is running on ${directory}.`);
    unlock();
    expect(takenByAnother()).toBe('taken');
  });

  it.each([
    ['a header of SQLite alone', (whole: Buffer) => whole.subarray(0, 100)],
    ['a header, and then anything', (whole: Buffer) => Buffer.concat([whole.subarray(0, 100), Buffer.alloc(9_000, 7)])],
  ])('is free where a power cut left %s of its lock, which stays the same file', (_, damaged) => {
    const file = join(directory, 'desk.lock');
    const made = new DatabaseSync(file);
    made.exec('CREATE TABLE one (a)');
    made.close();
    writeFileSync(file, damaged(readFileSync(file)));
    const { ino } = statSync(file);
    expect(isDataInUse(directory)).toBe(false);
    const unlock = lockData(directory);
    // Another desk that found it damaged, too, must not take it away now.
    expect(statSync(file).ino).toBe(ino);
    expect(takenByAnother()).toContain(`Another desk is running on ${directory}.`);
    unlock();
  });

  it('belongs to nobody where its lock may not be written: several desks would have it', () => {
    const file = join(directory, 'desk.lock');
    const made = new DatabaseSync(file);
    made.exec('CREATE TABLE one (a)');
    made.close();
    // A file of a later format: SQLite opens it for reading only, as it does where another user owns it.
    const bytes = readFileSync(file);
    bytes[18] = 3;
    writeFileSync(file, bytes);
    expect(() => lockData(directory)).toThrow(
      `${file} cannot be used (attempt to write a readonly database). Let this user write there, and start again.`,
    );
  });

  it('whose show is that of another data directory is not opened while a desk has it there, nor the other way round', () => {
    const [own, linked] = [join(directory, 'own'), join(directory, 'linked')];
    const show = join(own, 'show.overlayshow');
    for (const folder of [own, linked]) mkdirSync(folder);
    symlinkSync(show, join(linked, 'show.overlayshow'));
    const unlock = lockData(own);
    expect(() => lockData(linked)).toThrow(
      `Another desk has the show ${show}. Watch it in the window of that desk, take it over with --take-over, or take the link in ${linked} away, for a show of its own.`,
    );
    unlock();
    const leave = lockData(linked);
    expect(() => lockData(own)).toThrow(
      `Another desk has the show ${show}. Watch it in the window of that desk, take it over with --take-over, or give this one a directory of its own with --data DIR.`,
    );
    expect(isDataInUse(own)).toBe(false);
    leave();
    lockData(own)();
  });

  it('whose show is on a share names the machine that has it, as far as that is known there', () => {
    const show = join(directory, 'evening.overlayshow');
    const [one, other] = [join(directory, 'one'), join(directory, 'other')];
    for (const folder of [one, other]) {
      mkdirSync(folder);
      symlinkSync(show, join(folder, 'show.overlayshow'));
    }
    // A desk that was killed left its name.
    writeFileSync(`${show}.holder`, 'studio-1');
    const unlock = lockData(one);
    expect(() => lockData(other)).toThrow(`Another desk has the show ${show}: the one on ${hostname()}. Watch it`);
    rmSync(`${show}.holder`);
    expect(() => lockData(other)).toThrow(`Another desk has the show ${show}. Watch it`);
    unlock();
    lockData(other)();
    expect(readdirSync(directory).sort()).toEqual(['evening.overlayshow.lock', 'one', 'other']);
  });

  it.runIf(process.platform === 'linux')('whose show is where nobody can write says so', () => {
    symlinkSync('/proc/evening.overlayshow', join(directory, 'show.overlayshow'));
    expect(() => lockData(directory)).toThrow(
      '/proc/evening.overlayshow.lock cannot be used (unable to open database file). Let this user write there, and start again.',
    );
  });

  it('whose show is a link to a share that is not there is told, and nothing is locked or made', () => {
    const [there, here] = [join(directory, 'share', 'evening.overlayshow'), join(directory, 'show.overlayshow')];
    symlinkSync(there, here);
    expect(takenByAnother()).toBe(texts.show.brokenLink(here, there, 'ENOENT'));
    expect(readdirSync(directory)).toEqual(['show.overlayshow']);
    mkdirSync(join(directory, 'share'));
    const unlock = lockData(directory);
    expect(readdirSync(join(directory, 'share'))).toEqual(['evening.overlayshow.holder', 'evening.overlayshow.lock']);
    unlock();
    expect(takenByAnother()).toBe('taken');
  });

  it('whose lock is no file says which one it is, and what to do', () => {
    const lock = join(directory, 'desk.lock');
    mkdirSync(lock);
    expect(() => lockData(directory)).toThrow(
      `${lock} cannot be used (unable to open database file). Take it away, and start again.`,
    );
  });

  it('does not count as used while somebody else asks whether it is', () => {
    lockData(directory)();
    const asking = new DatabaseSync(join(directory, 'desk.lock'), { readOnly: true });
    asking.exec('BEGIN; SELECT * FROM sqlite_schema');
    expect(isDataInUse(directory)).toBe(false);
    asking.close();
  });

  it('is made where there is none', () => {
    directory = join(directory, 'new', 'show');
    lockData(directory)();
    expect(takenByAnother()).toBe('taken');
    directory = join(directory, '..', '..');
  });

  it('that is a file is refused with the reason', () => {
    writeFileSync(join(directory, 'file'), '');
    expect(() => lockData(join(directory, 'file'))).toThrow(/it is a file\. Name a directory with --data DIR\./);
  });
});
