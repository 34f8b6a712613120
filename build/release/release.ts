import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inShort } from '../../contract/refusal.ts';
import { ReleaseFacts, releaseFiles } from '../../contract/release.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import {
  ed25519,
  fileProblem,
  hashOf,
  isFile,
  isPlainName,
  NoRelease,
  publicKeys,
  readRelease,
  type SignedRelease,
  twinIn,
} from '../../node/updates/release-folder.ts';
import { expiryProblem } from '../../desk/updates/judgement.ts';
import { root } from '../set-up.js';

export interface Seal extends Omit<ReleaseFacts, 'name' | 'files'> {
  /** Private Ed25519 key (PEM). Without a key the release is unsigned. */
  key: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

export async function sealRelease(folder: string, { key, now, ...facts }: Seal): Promise<void> {
  const privateKey = key === undefined ? undefined : ed25519(() => createPrivateKey(key), keyName);
  const { facts: factsFile, sums: sumsFile, signature: signatureFile } = releaseFiles;
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const names = readdirSync(folder).filter((name) => !Object.values<string>(releaseFiles).includes(name));
  if (names.length === 0) throw new Error(`There is nothing to seal in ${folder}.`);
  const odd = names.find((name) => !isFile(folder, name) || !isPlainName(name));
  if (odd !== undefined) throw new Error(`"${odd}" in ${folder} is no file of a release.`);
  const twin = twinIn([...names, ...Object.values(releaseFiles)]);
  if (twin !== undefined) throw new Error(`"${twin}" in ${folder} is there twice for systems that tell no case apart.`);
  const files = Object.fromEntries(names.sort().map((name) => [name, statSync(join(folder, name)).size]));
  const sealed = ReleaseFacts.safeParse({ name: 'Overlay Desk', ...facts, files });
  if (!sealed.success) throw new Error(`Nothing was sealed: ${inShort(schemaProblems(sealed.error.issues))}.`);
  if (expiryProblem(sealed.data, now) !== undefined)
    throw new Error(`Nothing was sealed: ${facts.expires} is over, and nobody could install it.`);
  for (const name of [sumsFile, signatureFile]) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, factsFile), `${JSON.stringify(sealed.data, undefined, 2)}\n`);
  let sums = '';
  for (const name of [...names, factsFile].sort()) {
    const hash = await hashOf(join(folder, name));
    if (hash === undefined) throw new Error(`${name} was taken away while the folder was sealed.`);
    sums += `${hash}  ${name}\n`;
  }
  writeFileSync(join(folder, sumsFile), sums);
  if (privateKey) writeFileSync(join(folder, signatureFile), sign(null, Buffer.from(sums), privateKey));
}

const keyName = 'The key of the release (OVERLAY_RELEASE_KEY)';

/** Returns PEM. Throws if the key is unusable. */
export function publicHalf(key: string): string {
  ed25519(() => createPrivateKey(key), keyName);
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Returns fingerprints of public keys (PEM): SHA-256 of the DER form, in groups of four digits to read aloud. */
export function fingerprintOf(key: string): string {
  const ders = publicKeys(key).map((one) => one.export({ type: 'spki', format: 'der' }));
  const digits = ders.map((der) => createHash('sha256').update(der).digest('hex').match(/.{4}/g) ?? []);
  return digits.map((groups) => groups.join(' ')).join(', ');
}

export interface ReleaseCheck {
  /** Public Ed25519 keys (PEM). One of them must have signed the release. */
  key: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Returns the problems as sentences; empty if the release is signed, complete and not expired. Throws if the key is
 * unusable.
 */
export async function releaseProblems(folder: string, { key, now }: ReleaseCheck): Promise<string[]> {
  const keys = publicKeys(key);
  let release: SignedRelease;
  try {
    release = await readRelease(folder, keys);
  } catch (error) {
    if (error instanceof NoRelease) return [error.message];
    throw error;
  }
  const problems = await filesProblems(release);
  const expired = expiryProblem(release.facts, now);
  return expired === undefined ? problems : [...problems, expired];
}

async function filesProblems(release: SignedRelease): Promise<string[]> {
  const { folder, hashes } = release;
  const { sums, signature } = releaseFiles;
  const known = new Set<string>([...hashes.keys(), sums, signature]);
  const extra = new Map<string, string>();
  for (const name of readdirSync(folder).filter((one) => !known.has(one)))
    extra.set(name, (await hashOf(join(folder, name))) ?? '');
  const problems: string[] = [];
  for (const [name, hash] of hashes) {
    const renamed = isFile(folder, name) ? undefined : [...extra].find(([, other]) => other === hash)?.[0];
    if (renamed !== undefined) extra.delete(renamed);
    const problem = await fileProblem(release, name);
    if (problem === undefined) continue;
    problems.push(renamed === undefined ? problem : `${name} was renamed: it is here as ${renamed}.`);
  }
  const others = [...extra.keys()].map((name) => `${name} is not part of the release: it is not in SHA256SUMS.`);
  return [...problems, ...others];
}

/** The heading has the day: `## 1.2.0 (2027-01-31)`. */
export function changesOf(changelog: string, version: string): Pick<Seal, 'changes' | 'released'> {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version) ?? '';
  const [heading = '', ...lines] = section.split('\n');
  const released = /\((\d{4}-\d\d-\d\d)\)/.exec(heading)?.[1];
  return { changes: lines.join('\n').trim(), ...(released !== undefined && { released }) };
}

export function ownChanges(version: string): ReturnType<typeof changesOf> {
  return changesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
}
