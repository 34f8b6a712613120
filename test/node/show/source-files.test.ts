import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../node/clock.ts';
import { sourceFiles } from '../../../node/show/source-files.ts';

let data: string;
beforeEach(async () => void (data = await mkdtemp(join(tmpdir(), 'overlay-files-'))));
afterEach(() => rm(data, { recursive: true }));

const files = () => sourceFiles(data, systemClock);
const keep = async (name: string, text = name) => relative(data, (await files().keep(name, Buffer.from(text))).path);

describe('a file of a source that comes with a show', () => {
  it.each([
    ['guests.csv', 'guests.csv'],
    ['Gäste (2. Teil).CSV', 'Gäste (2. Teil).csv'],
    ['../../settings.json', 'settings.json'],
    ['..\\..\\Windows\\win.xml', 'win.xml'],
    ['C:\\arena\\scores.tsv', 'scores.tsv'],
    ['/etc/passwd', 'passwd.txt'],
    ['start.exe', 'start.txt'],
    ['.bashrc', 'bashrc.txt'],
    ['..', 'data.txt'],
    ['', 'data.txt'],
    ['CON.csv', 'data CON.csv'],
    ['lpt1.old.csv', 'data lpt1.old.csv'],
    ['com¹.csv', 'data com¹.csv'],
    ['nul .old.csv', 'data nul .old.csv'],
    ['console.csv', 'console.csv'],
    [`${'x'.repeat(79)}𝒳.csv`, `${'x'.repeat(79)}.csv`],
    ['a\0b:c*|"<>?.json', 'a_b_c______.json'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(80)}.csv`],
  ])('called %j is kept in the folder of the desk, as %j', async (name, expected) => {
    await writeFile(join(data, 'settings.json'), '{}');
    expect(await keep(name, 'a\n1')).toBe(join('source-files', expected));
    expect(await readFile(join(data, 'source-files', expected), 'utf8')).toBe('a\n1');
    expect([(await readdir(data)).sort(), await readFile(join(data, 'settings.json'), 'utf8')]).toEqual([
      ['settings.json', 'source-files'],
      '{}',
    ]);
  });

  it('is never written over another one, nor kept twice', async () => {
    const [first, second, third] = ['a\n1', 'a\n2', 'a\n3'];
    const named = [await keep('a.csv', first), await keep('a.csv', second), await keep('a.csv', first)];
    expect([...named, await keep('a.csv', second), await keep('a.csv', third)]).toEqual(
      ['a.csv', 'a 2.csv', 'a.csv', 'a 2.csv', 'a 3.csv'].map((name) => join('source-files', name)),
    );
    const kept = ['a.csv', 'a 2.csv', 'a 3.csv'].map((name) => readFile(join(data, 'source-files', name), 'utf8'));
    expect(await Promise.all(kept)).toEqual([first, second, third]);
  });

  it('goes again where it was new, and stays where it was there before', async () => {
    const one = await files().keep('a.csv', Buffer.from('a'));
    const same = await files().keep('a.csv', Buffer.from('a'));
    await same.remove();
    expect(await readdir(join(data, 'source-files'))).toEqual(['a.csv']);
    await one.remove();
    expect(await readdir(join(data, 'source-files'))).toEqual([]);
  });

  it('is refused in a sentence where nothing can be written', async () => {
    await writeFile(join(data, 'source-files'), 'in the way');
    await expect(keep('a.csv')).rejects.toThrow(
      `The file a.csv cannot be kept in ${join(data, 'source-files')} (EEXIST`,
    );
  });
});

describe('a file of a source that goes along', () => {
  it('is read with its SHA-256', async () => {
    const path = join(data, 'a.csv');
    await writeFile(path, 'abc');
    const { bytes, digest } = await files().read(path);
    expect([Buffer.from(bytes).toString(), digest]).toEqual([
      'abc',
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    ]);
  });

  it('is refused in a sentence if it is gone, no file, or larger than a source may be', async () => {
    const [none, folder, large] = ['none.csv', 'folder', 'large.csv'].map((name) => join(data, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(folder);
    await writeFile(large, '');
    await truncate(large, 16 * 1024 * 1024 + 1);
    await expect(files().read(none)).rejects.toThrow(`The file ${none} is not there.`);
    await expect(files().read(folder)).rejects.toThrow(`The file ${folder} is no file.`);
    await expect(files().read(large)).rejects.toThrow(`The file ${large} is larger than 16777216 bytes.`);
  });
});
