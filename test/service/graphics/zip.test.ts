import { describe, expect, it } from 'vitest';
import { errorIn } from '../../../contract/errors.ts';
import { packageLimits } from '../../../scene/ograf/package-files.ts';
import { readZip } from '../../../service/graphics/zip.ts';
import { flagged, forged, lowerThird, zipOf } from '../../kit/scene/ograf-packages.ts';

/** What the refusal says, or the names of the files where there is none. */
const outcome = (reading: Promise<ReadonlyMap<string, Uint8Array>>): Promise<string> =>
  reading.then(
    (files) => [...files.keys()].join(' '),
    (thrown: unknown) => errorIn(thrown).message,
  );

const refused = 'The graphic was not installed: ';

describe('a zip', () => {
  it('gives its files as they were packed', async () => {
    const files = await readZip(await zipOf(lowerThird));
    expect(Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]))).toEqual(
      lowerThird,
    );
  });

  it('passes over directories and what a file manager left', async () => {
    const zip = await zipOf({ 'a.mjs': '', '__MACOSX/._a.mjs': '', '.DS_Store': '', 'lib/Thumbs.db': '' });
    expect(await outcome(readZip(zip))).toBe('a.mjs');
  });

  it.each([
    ['../../etc/x.js', '../../etc/x.js: has a path that leads elsewhere'],
    ['lib/../../x.js', 'lib/../../x.js: has a path that leads elsewhere'],
    ['/etc/passwd.js', '/etc/passwd.js: has an absolute path'],
    ['C:/windows.js', 'C:/windows.js: has an absolute path'],
    ['lib\\script.js', 'lib\\script.js: has a backslash in its name'],
    ['lib//script.js', 'lib//script.js: has a path with an empty part'],
    ['lib/scr\nipt.js', 'lib/scr\nipt.js: has a control character in its name'],
    ['~frame/mine.js', '~frame/mine.js: has a path that begins with "~", which is kept for the player'],
  ])('is refused with an entry %j', async (path, sentence) => {
    const placeholder = 'q'.repeat(path.length);
    const zip = forged(await zipOf({ [placeholder]: '' }), placeholder, path);
    expect(await outcome(readZip(zip))).toBe(refused + sentence);
  });

  it('is refused with the same file twice, in any case of letters', async () => {
    expect(await outcome(readZip(await zipOf({ 'Lib.js': '', 'lib.JS': '' })))).toBe(
      `${refused}lib.JS: is there twice`,
    );
  });

  it('is refused with a link', async () => {
    const zip = await zipOf({}, [{ path: 'link.js', mode: 0o120777 }]);
    expect(await outcome(readZip(zip))).toBe(`${refused}link.js: is a link or a device, and no file`);
  });

  it('is refused where an entry is encrypted', async () => {
    const zip = flagged(await zipOf({ 'a.js': 'x' }), 1);
    expect(await outcome(readZip(zip))).toBe(`${refused}a.js: is encrypted`);
  });

  it('is refused with another archive inside', async () => {
    const zip = await zipOf({ 'more.dat': await zipOf({ 'a.js': '' }) });
    expect(await outcome(readZip(zip))).toBe(
      `${refused}more.dat: is an archive itself: what is inside of it cannot be checked`,
    );
  });

  it('is refused where a file is packed as only a bomb is', async () => {
    const zip = await zipOf({ 'zeros.dat': new Uint8Array(1_000_000) });
    expect(await outcome(readZip(zip))).toBe(
      `${refused}zeros.dat: is packed more than 100 times smaller than it is, as no file of a graphic is`,
    );
  });

  it('is refused where it has more, or larger ones, than a package may', async () => {
    const limits = { ...packageLimits, files: 2, fileBytes: 5, totalBytes: 8 };
    expect(await outcome(readZip(await zipOf({ a: '', b: '', c: '' }), limits))).toBe(
      `${refused}c: is one file too many: a package has at most 2`,
    );
    expect(await outcome(readZip(await zipOf({ a: '', b: '', c: '', d: '', e: '' }), limits))).toBe(
      `${refused}the zip has 5 entries, and a package has at most 2`,
    );
    expect(await outcome(readZip(await zipOf({ a: '123456' }), limits))).toBe(
      `${refused}a: is too large: 6 bytes, and a file has at most 5`,
    );
    expect(await outcome(readZip(await zipOf({ a: '12345', b: '12345' }), limits))).toBe(
      `${refused}b: makes the package larger than 8 bytes`,
    );
  });

  it('is refused where it says less than it unpacks to', async () => {
    const honest = await zipOf({ 'a.js': 'x'.repeat(60_000) });
    const [size, less] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32LE(60_000);
    less.writeUInt32LE(10);
    expect(await outcome(readZip(forged(honest, size, less)))).toBe(
      `${refused}a.js: cannot be unpacked: too many bytes in the stream. expected 10. got at least 16384`,
    );
  });

  it('is refused where a file is damaged', async () => {
    const zip = forged(await zipOf({ 'a.bin': Buffer.from('ab') }), 'a.bin', 'a.bin');
    const directory = zip.indexOf(Buffer.from('504b0102', 'hex'));
    zip.writeUInt32LE(1, directory + 16);
    expect(await outcome(readZip(zip))).toBe(`${refused}a.bin: is damaged: its checksum is wrong`);
  });

  it('is refused where it is no zip at all', async () => {
    expect(await outcome(readZip(Buffer.from('hello')))).toMatch(
      /^The graphic was not installed: the file is not a zip/,
    );
  });
});
