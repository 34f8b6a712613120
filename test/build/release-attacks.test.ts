import { texts } from '../../contract/texts/texts.ts';
import { spawnSync } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { releaseFiles } from '../../contract/release.ts';
import { makeDeb } from '../../build/package/deb.ts';
import { releaseProblems, sealRelease } from '../../build/release/release.ts';
import { root } from '../../build/set-up.js';
import { makeStick } from '../../build/stick/stick.ts';
import { hasAptTools } from '../kit/debian-root.ts';
import { testKey } from '../kit/desk/sealed-release.ts';
import { makeGpgKey, type TestGpgKey } from '../kit/signing-keys.ts';

const work = mkdtempSync(join(tmpdir(), 'release-attacks-'));
const made = join(work, 'stick');
const key = join(work, 'overlay-desk.pem');
const exe = 'overlay-desk-0.1.0-win-x64.exe';
let gpg: TestGpgKey | undefined;

/** A stick with one file of each kind that a release has. */
beforeAll(async () => {
  const from = join(work, 'packages');
  mkdirSync(from);
  const base = 'overlay-desk-0.1.0-linux-x64';
  for (const end of ['deb', 'deb.asc', 'rpm', 'tar.gz', 'tar.gz.asc', 'AppImage', 'cdx.json'])
    writeFileSync(join(from, `${base}.${end}`), `the ${end} for Linux`);
  for (const end of ['exe', 'msi', 'cdx.json']) writeFileSync(join(from, `overlay-desk-0.1.0-win-x64.${end}`), end);
  for (const end of ['zip', 'dmg']) writeFileSync(join(from, `overlay-desk-0.1.0-mac-arm64.${end}`), end);
  writeFileSync(key, testKey.public);
  const companion = join(work, 'module.tgz');
  writeFileSync(companion, 'the module for Companion');
  if (hasAptTools) {
    const stage = join(work, 'stage');
    mkdirSync(stage);
    const facts = {
      name: 'overlay-desk',
      version: '0.1.0',
      architecture: 'all',
      maintainer: 'Nobody',
      description: 'A test',
    };
    const more = { priority: 'optional', depends: ['libc6'], recommends: [], licence: ['None'], scripts: {} };
    makeDeb(stage, { ...facts, ...more }, join(from, `${base}.deb`));
    const home = mkdtempSync(join(tmpdir(), 'gpg-'));
    gpg = makeGpgKey(home);
    process.env.GNUPGHOME = home;
  }
  await makeStick({
    from,
    to: made,
    version: '0.1.0',
    expires: '2099-12-31',
    key: testKey.private,
    companion,
    say: () => undefined,
    gpg: gpg && { key: gpg.id, passphrase: gpg.passphrase },
  });
});
afterAll(() => {
  gpg?.close();
  if (gpg) rmSync(gpg.home, { recursive: true });
  delete process.env.GNUPGHOME;
  rmSync(work, { recursive: true });
});

const problems = (folder: string): Promise<string[]> =>
  releaseProblems(folder, { key: testKey.public, now: Date.now() });

const script = readFileSync(join(root, 'build/stick/verify.sh'), 'utf8');

/** What the script for Linux and macOS says of a folder. It is the one of the project: that of a changed folder proves nothing. */
function saidByScript(folder: string): string[] {
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'verify.sh', key], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /^(WRONG|GOOD)/.test(line));
}

/** Where a bit is flipped: the byte, counted from the first one again behind the last, and the bit in it. */
interface Place {
  place: number;
  bit: number;
}

function flipped(bytes: Buffer, { place, bit }: Place): Buffer {
  const result = Buffer.from(bytes);
  const index = place % result.length;
  result[index] = (result[index] ?? 0) ^ (1 << bit);
  return result;
}

/** Flips a bit of a file. Gives what makes it good again. */
function flipContent(folder: string, name: string, where: Place): () => void {
  const whole = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), flipped(whole, where));
  return () => writeFileSync(join(folder, name), whole);
}

/** Flips a bit of the name of a file, where that makes a name of which there is none yet. */
function flipName(folder: string, name: string, where: Place): () => void {
  const other = Buffer.concat([Buffer.from(`${folder}/`), flipped(Buffer.from(name), where)]);
  const isName = !other.subarray(folder.length + 1).some((byte) => byte === 0 || byte === '/'.charCodeAt(0));
  if (!isName || existsSync(other)) return flipContent(folder, name, where);
  renameSync(join(folder, name), other);
  return () => renameSync(other, join(folder, name));
}

function copied(): string {
  const folder = mkdtempSync(join(work, 'copied-'));
  cpSync(made, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a stick with each kind of file', () => {
  it('is accepted as it is', async () => {
    expect(readdirSync(made).length).toBeGreaterThanOrEqual(hasAptTools ? 23 : 20);
    expect([await problems(made), saidByScript(made)]).toEqual([[], [expect.stringMatching(/^GOOD/)]]);
  });

  it('is never accepted with one bit flipped in any file, its name or its content', async () => {
    const folder = copied();
    const names = readdirSync(folder);
    const anywhere = fc.tuple(fc.constantFrom(...names), fc.boolean(), fc.nat(), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(anywhere, async ([name, ofName, place, bit]) => {
        const undo = ofName ? flipName(folder, name, { place, bit }) : flipContent(folder, name, { place, bit });
        const found = await problems(folder);
        undo();
        expect(found).not.toEqual([]);
      }),
      { numRuns: 400 },
    );
    expect(await problems(folder)).toEqual([]);
  });

  it('has each of its files and names checked: a bit flipped once in each is refused, by the script too', async () => {
    const folder = copied();
    for (const [at, name] of readdirSync(folder).entries()) {
      for (const flip of [flipContent, flipName]) {
        const undo = flip(folder, name, { place: at * 7, bit: 0 });
        // A script that was changed itself says anything.
        const byScript = name === 'verify.sh' ? ['WRONG'] : saidByScript(folder);
        const found = await problems(folder);
        undo();
        expect([name, found.length > 0, byScript.some((line) => line.startsWith('WRONG'))]).toEqual([name, true, true]);
      }
    }
  });

  const notPart = (name: string) => `${name} is not part of the release: it is not in SHA256SUMS.`;
  const { sums, signature, facts } = releaseFiles;
  const unsigned = texts.updates.unsigned(signature);
  const noSums = texts.updates.noSums(sums);
  const notSigned = `${sums} is not what the owner of the key has signed. Use nothing of this folder.`;
  const list = (folder: string): string => readFileSync(join(folder, sums), 'utf8');
  /** Puts a link in place of a file, to the same bytes elsewhere. */
  const link = (name: string) => (folder: string) => {
    renameSync(join(folder, name), `${folder}.moved`);
    onTestFinished(() => rmSync(`${folder}.moved`));
    symlinkSync(`${folder}.moved`, join(folder, name));
  };
  const put = (name: string) => (folder: string) => writeFileSync(join(folder, name), 'anything');
  const twin = exe.replace('win', 'WIN');

  it.skipIf(process.platform !== 'linux').each<[string, (folder: string) => void, string]>([
    ['one file more', put('autorun.inf'), notPart('autorun.inf')],
    ['one that hides', put('.autorun'), notPart('.autorun')],
    ['one that hides behind two dots', put('..autorun'), notPart('..autorun')],
    ['one that is called as a pattern', put('*'), notPart('*')],
    ['one that is called as another pattern', put('.[!.]*'), notPart('.[!.]*')],
    ['one whose name has that of another in a line of its own', put(`evil\n${exe}`), notPart(`evil\n${exe}`)],
    ['one that is called as the sums, with a line end', put(`${sums}\n`), notPart(`${sums}\n`)],
    ['one that is called as a file, with a space', put(`${exe} `), notPart(`${exe} `)],
    ['one that differs in case alone', (folder) => copyFileSync(join(folder, exe), join(folder, twin)), notPart(twin)],
    ['a folder more', (folder) => mkdirSync(join(folder, 'more')), notPart('more')],
    ['a link more', (folder) => symlinkSync(exe, join(folder, 'link.exe')), notPart('link.exe')],
    ['a link that leads nowhere', (folder) => symlinkSync('nowhere', join(folder, 'link')), notPart('link')],
    ['a link in place of an installer', link(exe), `${exe} is missing.`],
    ['a link in place of the page', link('START-HERE.html'), 'START-HERE.html is missing.'],
    ['a link in place of the facts', link(facts), `${facts} is missing.`],
    ['a link in place of the sums', link(sums), noSums],
    ['a link in place of the signature', link(signature), unsigned],
    [
      'the line ends of Windows in the sums',
      (folder) => writeFileSync(join(folder, sums), list(folder).replaceAll('\n', '\r\n')),
      notSigned,
    ],
    ['a line more in the sums', (folder) => appendFileSync(join(folder, sums), list(folder).slice(0, 90)), notSigned],
    [
      'the sums without their last line end',
      (folder) => writeFileSync(join(folder, sums), list(folder).trimEnd()),
      notSigned,
    ],
    [
      'a signature that is longer',
      (folder) => appendFileSync(join(folder, signature), '!'),
      `${signature} is no signature: it has 65 bytes, not 64.`,
    ],
  ])('%s: refused, by the script too', async (_what, change, said) => {
    const folder = copied();
    change(folder);
    expect(await problems(folder)).toContain(said);
    const [first = ''] = said.split('\n');
    const byScript = saidByScript(folder).filter((line) => line.startsWith('WRONG'));
    if (said.startsWith(signature)) expect(byScript).toEqual([`WRONG  ${notSigned}`]);
    else expect(byScript).toContain(`WRONG  ${first}`);
  });
});

describe('what its maker would have signed by mistake', () => {
  /** Signs a list of sums, whatever it says. */
  function signed(folder: string, text: string): void {
    writeFileSync(join(folder, releaseFiles.sums), text);
    writeFileSync(
      join(folder, releaseFiles.signature),
      sign(null, Buffer.from(text), createPrivateKey(testKey.private)),
    );
  }

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'the line ends of Windows',
      (text) => text.replaceAll('\n', '\r\n'),
      /^Line 1 of SHA256SUMS names no file of a release\.$/,
    ],
    ['no last line end', (text) => text.trimEnd(), /^(SHA256SUMS does not name|.+ is not part of the release)/],
    ['a file twice', (text) => `${text}${text.slice(0, text.indexOf('\n') + 1)}`, /^SHA256SUMS names \S+ twice\.$/],
    [
      'a file twice but for the case',
      (text) => text + `${'0'.repeat(64)}  ${exe.toUpperCase()}\n`,
      /^SHA256SUMS names \S+ twice\.$/,
    ],
    [
      'a way out of the folder',
      (text) => `${'0'.repeat(64)}  ../key.pem\n${text}`,
      /^Line 1 of SHA256SUMS names no file/,
    ],
    ['half a sum', (text) => text.slice(1), /^Line 1 of SHA256SUMS names no file/],
    ['nothing', () => '', /^SHA256SUMS does not name release\.json\.$/],
  ])('sums with %s are refused', async (_what, change, said) => {
    const folder = copied();
    signed(folder, change(readFileSync(join(folder, releaseFiles.sums), 'utf8')));
    expect(await problems(folder)).toContainEqual(expect.stringMatching(said));
  });

  it('has its last file checked by the script, where no line end follows it', () => {
    const folder = copied();
    const lines = readFileSync(join(folder, releaseFiles.sums), 'utf8').trimEnd().split('\n');
    const last = lines.at(-1)?.slice(66) ?? '';
    signed(folder, lines.join('\n'));
    appendFileSync(join(folder, last), '!');
    expect(saidByScript(folder)).toContain(
      `WRONG  ${last} is not the signed file: it was changed, cut off or replaced.`,
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'is not sealed with two names that are one on Windows and macOS',
    async () => {
      const folder = copied();
      writeFileSync(join(folder, exe.replace('win', 'WIN')), 'another');
      const seal = { version: '0.1.0', expires: '2099-12-31', key: testKey.private, now: Date.now() };
      await expect(sealRelease(folder, seal)).rejects.toThrow(
        /^".+" in \S+ is there twice for systems that tell no case apart\.$/,
      );
    },
  );
});
