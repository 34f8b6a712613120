import { texts } from '../../contract/texts/texts.ts';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { changesOf, fingerprintOf, releaseProblems, sealRelease } from '../../build/release/release.ts';
import { root } from '../../build/set-up.js';

const now = Date.parse('2026-11-24T12:00:00Z');

function keyPair(): { privateKey: string; publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
const { privateKey, publicKey } = keyPair();
const deb = 'overlay-desk-0.1.0-linux-x64.deb';
const exe = 'overlay-desk-0.1.0-win-x64.exe';

let folder: string;
const at = (name: string): string => join(folder, name);
/** Seals the folder some days before {@link now}. */
const sealed = (of: { expires: string; key: string }): Promise<void> =>
  sealRelease(folder, { version: '0.1.0', now: now - 5 * 86_400_000, ...of });
const problems = (key = publicKey, when = now): Promise<string[]> => releaseProblems(folder, { key, now: when });

beforeEach(async () => {
  const made = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  folder = made;
  writeFileSync(at(deb), 'the package for Debian');
  writeFileSync(at(exe), 'the installer for Windows');
  await sealed({ expires: '2027-11-24', key: privateKey });
});

describe('a signed release', () => {
  it('is accepted as it is', async () => {
    expect(await problems()).toEqual([]);
  });

  it('is accepted by openssl and sha256sum alone', ({ skip }) => {
    writeFileSync(`${folder}.pem`, publicKey);
    onTestFinished(() => rmSync(`${folder}.pem`));
    skip(spawnSync('openssl', ['version']).status !== 0, 'openssl is not on this machine');
    const check = ['-verify', '-pubin', '-inkey', `${folder}.pem`, '-rawin', '-in', 'SHA256SUMS', '-sigfile'];
    const signature = spawnSync('openssl', ['pkeyutl', ...check, 'SHA256SUMS.sig'], { cwd: folder, encoding: 'utf8' });
    expect(signature.stdout).toContain('Signature Verified Successfully');
    const sums = spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder });
    expect(sums.status).toBe(0);
  });

  it('is checked by a command, which prints the fingerprint and what is wrong, and ends with 1 then', async () => {
    await sealed({ expires: '2099-12-31', key: privateKey });
    writeFileSync(`${folder}.pem`, publicKey);
    onTestFinished(() => rmSync(`${folder}.pem`));
    const checked = (): unknown[] => {
      const words = [join(root, 'build/run.js'), 'release:verify', folder, '--key', `${folder}.pem`];
      const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      return [status, ...stdout.trim().split('\n')];
    };
    const fingerprint = `The fingerprint of the key: ${fingerprintOf(publicKey)}`;
    expect(checked()).toEqual([0, fingerprint, `${folder} is what its maker signed.`]);
    rmSync(at(deb));
    expect(checked()).toEqual([1, fingerprint, `${deb} is missing.`, 'Do not install from this folder.']);
  });

  it.each<[string, () => void | Promise<void>, string[]]>([
    [
      'tampered with',
      () => writeFileSync(at(deb), 'the package for debian'),
      [`${deb} is not the signed file: it was changed or replaced.`],
    ],
    ['cut off', () => truncateSync(at(exe), 5), [`${exe} was cut off: it has 5 of its 25 bytes.`]],
    ['without one of its files', () => rmSync(at(deb)), [`${deb} is missing.`]],
    [
      'renamed',
      () => renameSync(at(deb), at('overlay-desk-9.0.0-linux-x64.deb')),
      [`${deb} was renamed: it is here as overlay-desk-9.0.0-linux-x64.deb.`],
    ],
    [
      'with one file more',
      () => writeFileSync(at('readme.exe'), ''),
      ['readme.exe is not part of the release: it is not in SHA256SUMS.'],
    ],
    [
      'with one file more, which is a folder',
      () => mkdirSync(at('more')),
      ['more is not part of the release: it is not in SHA256SUMS.'],
    ],
    [
      'with a link in place of a file',
      () => {
        renameSync(at(deb), `${folder}.deb`);
        onTestFinished(() => rmSync(`${folder}.deb`));
        symlinkSync(`${folder}.deb`, at(deb));
      },
      [`${deb} is missing.`],
    ],
    [
      'with other facts',
      () => writeFileSync(at('release.json'), readFileSync(at('release.json'), 'utf8').replace('2027', '2037')),
      ['release.json is not the signed file: it was changed or replaced.'],
    ],
    [
      'with a signature that was cut off',
      () => truncateSync(at('SHA256SUMS.sig'), 63),
      ['SHA256SUMS.sig is no signature: it has 63 bytes, not 64.'],
    ],
    [
      'without its signature',
      () => rmSync(at('SHA256SUMS.sig')),
      ['The release is UNSIGNED: it has no SHA256SUMS.sig.'],
    ],
    ['without its hashes', () => rmSync(at('SHA256SUMS')), ['SHA256SUMS is missing, so nothing can be checked.']],
    [
      'signed with another key',
      () => sealed({ expires: '2027-11-24', key: keyPair().privateKey }),
      ['SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.'],
    ],
    [
      'expired',
      () => sealed({ expires: '2026-11-23', key: privateKey }),
      ['Version 0.1.0 has expired: it was to be installed until 2026-11-23. Get a newer one.'],
    ],
  ])('%s is refused, and says so', async (_how, change, said) => {
    await change();
    expect(await problems()).toEqual(said);
  });

  it('holds on its last day', async () => {
    await sealed({ expires: '2026-11-24', key: privateKey });
    expect(await problems()).toEqual([]);
    expect(await problems(publicKey, now + 24 * 60 * 60 * 1_000)).toHaveLength(1);
  });

  it('is accepted by one of several keys, and names what is to be installed', async () => {
    expect(await problems(keyPair().publicKey + publicKey)).toEqual([]);
    const facts = JSON.parse(readFileSync(at('release.json'), 'utf8')) as object;
    expect(facts).toEqual({
      name: 'Overlay Desk',
      version: '0.1.0',
      expires: '2027-11-24',
      files: { [deb]: 22, [exe]: 25 },
    });
  });

  it('is never accepted with one bit flipped, wherever it is', async () => {
    const names = readdirSync(folder);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.nat(), fc.nat(7), async (name, place, bit) => {
        const whole = readFileSync(at(name));
        const flipped = Buffer.from(whole);
        const index = place % flipped.length;
        flipped[index] = (flipped[index] ?? 0) ^ (1 << bit);
        writeFileSync(at(name), flipped);
        const found = await problems();
        writeFileSync(at(name), whole);
        expect(found).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(await problems()).toEqual([]);
  });
});

describe('what cannot be sealed or checked', () => {
  it.each<[string, () => void, string]>([
    ['an empty folder', () => [deb, exe].forEach((name) => rmSync(at(name))), 'There is nothing to seal in'],
    ['a file with a name for no system', () => writeFileSync(at('a b.deb'), ''), '"a b.deb" in'],
  ])('%s is not sealed', async (_what, change, said) => {
    change();
    await expect(sealed({ expires: '2027-11-24', key: privateKey })).rejects.toThrow(said);
  });

  it('a day that is none leaves the seal before as it was', async () => {
    await expect(sealed({ expires: 'soon', key: privateKey })).rejects.toThrow(/^Nothing was sealed: expires: .+\.$/);
    expect(await problems()).toEqual([]);
  });

  it('a day that is over is refused, because nobody could install it, and the seal before stays', async () => {
    await expect(sealed({ expires: '2001-01-01', key: privateKey })).rejects.toThrow(
      'Nothing was sealed: 2001-01-01 is over, and nobody could install it.',
    );
    expect(await problems()).toEqual([]);
  });

  it('a folder that is not there is named', async () => {
    rmSync(folder, { recursive: true });
    await expect(sealed({ expires: '2027-11-24', key: privateKey })).rejects.toThrow(texts.updates.noFolder(folder));
    mkdirSync(folder);
  });

  it('a key of another kind is named, and so is a private one where a public one belongs', async () => {
    const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await expect(problems(pem)).rejects.toThrow(texts.updates.otherKey('The public key'));
    await expect(problems(privateKey)).rejects.toThrow(texts.updates.privateKey('The public key'));
    await expect(problems(publicKey + privateKey)).rejects.toThrow(texts.updates.privateKey('The public key'));
    await expect(problems('no key')).rejects.toThrow(texts.updates.noPem('The public key'));
    const key = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(sealed({ expires: '2027-11-24', key })).rejects.toThrow(
      texts.updates.otherKey('The key of the release (OVERLAY_RELEASE_KEY)'),
    );
  });
});

it.each([
  ['1.2.0', { changes: '- New: a bell.\n- Mended: a door.', released: '2027-01-31' }],
  ['1.1.0', { changes: '- First.' }],
  ['1.2', { changes: '' }],
])('the changes of %s are its section of the file', (version, found) => {
  const text = '# Changes\n\n## 1.2.0 (2027-01-31)\n\n- New: a bell.\n- Mended: a door.\n\n## 1.1.0\n\n- First.\n';
  expect(changesOf(text, version)).toEqual(found);
});
