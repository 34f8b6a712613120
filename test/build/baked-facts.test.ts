import { texts } from '../../contract/texts/texts.ts';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bakedFacts, releaseKeys } from '../../build/package/signing.ts';

const folder = mkdtempSync(join(tmpdir(), 'baked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const [old, next] = [pair(), pair()];
function written(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

it('a package accepts the releases of the keys that the environment names, several while one replaces another', () => {
  const both = written('both.pem', `# the old one\n${old.publicKey}\n${next.publicKey}`);
  expect(releaseKeys({ OVERLAY_RELEASE_PUBLIC_KEYS: both })).toBe(old.publicKey + next.publicKey);
  const key = written('release.pem', next.privateKey);
  expect(releaseKeys({ OVERLAY_RELEASE_KEY: key })).toBe(next.publicKey);
  expect(releaseKeys({ OVERLAY_RELEASE_KEY: key, OVERLAY_RELEASE_PUBLIC_KEYS: both })).toContain(old.publicKey);
  expect(releaseKeys({ OVERLAY_RELEASE_KEY: '' })).toBeUndefined();
  const oldAlone = written('old.pem', old.publicKey);
  expect(() => releaseKeys({ OVERLAY_RELEASE_KEY: key, OVERLAY_RELEASE_PUBLIC_KEYS: oldAlone })).toThrow(
    'OVERLAY_RELEASE_KEY seals with a key that is not in the file of OVERLAY_RELEASE_PUBLIC_KEYS.',
  );
});

it('a private key never gets into a package', () => {
  const key = written('release.pem', next.privateKey);
  const facts = JSON.stringify(bakedFacts('linux', { OVERLAY_RELEASE_KEY: key, SOURCE_DATE_EPOCH: '1800000000' }));
  expect(facts).not.toContain('PRIVATE');
  expect(JSON.parse(facts)).toMatchObject({ signed: true, changedAt: '2027-01-15T08:00:00.000Z' });
  const mixed = written('mixed.pem', next.privateKey);
  expect(() => releaseKeys({ OVERLAY_RELEASE_PUBLIC_KEYS: mixed })).toThrow('is a private key');
});

it('what is no key of releases is named', () => {
  const file = written('no.pem', 'nothing');
  expect(() => bakedFacts('linux', { OVERLAY_RELEASE_PUBLIC_KEYS: file })).toThrow(
    texts.updates.noPem(`A public key in ${file} (OVERLAY_RELEASE_PUBLIC_KEYS)`),
  );
  const none = join(folder, 'none.pem');
  for (const name of ['OVERLAY_RELEASE_KEY', 'OVERLAY_RELEASE_PUBLIC_KEYS']) {
    expect(() => releaseKeys({ [name]: none })).toThrow(`${name} names ${none}, which cannot be read (ENOENT).`);
  }
  expect(() => releaseKeys({ OVERLAY_RELEASE_KEY: file })).toThrow(
    texts.updates.noPem('The key of the release (OVERLAY_RELEASE_KEY)'),
  );
  expect(bakedFacts('linux', {})).toEqual({ signed: false, changedAt: '1970-01-01T00:00:00.000Z' });
});
