import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealRelease } from '../../../build/release/release.ts';
import { publicKeys } from '../../../node/updates/release-folder.ts';

const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
/** The key that the releases of a test are signed with. */
export const testKey = { private: pair.privateKey, public: pair.publicKey, all: publicKeys(pair.publicKey) };

/** What a release of a test has that is not usual. */
export interface Release {
  version: string;
  expires?: string;
  key?: string | undefined;
  /** The installers: their names, and what is in them. */
  files?: Readonly<Record<string, string>>;
}

/** Makes a signed release in a new folder `VERSION` of `place`, with installers for Linux as they come by default. Gives the folder. */
export async function sealedRelease(place: string, release: Release): Promise<string> {
  const { version, expires = '2099-12-31' } = release;
  const folder = join(place, version);
  mkdirSync(folder, { recursive: true });
  const base = `overlay-desk-${version}-linux-x64`;
  const files = release.files ?? {
    [`${base}.deb`]: `the package ${version} for Debian`,
    [`${base}.tar.gz`]: `the archive ${version}`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const key = 'key' in release ? release.key : testKey.private;
  await sealRelease(folder, {
    version,
    expires,
    changes: `- What is new in ${version}.`,
    released: '2027-01-31',
    key,
    now: 0,
  });
  return folder;
}
