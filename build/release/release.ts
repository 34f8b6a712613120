import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../contract/json-text.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/**
 * A release: a flat folder of installers, what they are (`release.json`), the hash of each file (`SHA256SUMS`), and the signature of those
 * hashes (`SHA256SUMS.sig`, 64 bytes of Ed25519). The tools of every system can check it: `docs/install.md`.
 */
const factsFile = 'release.json';
const sumsFile = 'SHA256SUMS';
const signatureFile = 'SHA256SUMS.sig';

const ReleaseFacts = z.strictObject({
  name: z.literal('Overlay Desk'),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** The last day (UTC) on which it is installed, so that nobody is kept on an old version by an old stick. */
  expires: z.iso.date(),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** What a release is sealed with. */
export interface Seal extends Omit<ReleaseFacts, 'name'> {
  /** The private Ed25519 key as PEM. Without one the release is not signed. */
  key: string | undefined;
}

/** Seals a folder of installers. Throws a sentence if the folder or the key cannot be used. */
export function sealRelease(folder: string, { key, ...facts }: Seal): void {
  const privateKey = key === undefined ? undefined : ed25519(() => createPrivateKey(key), 'The key of the release');
  const sealed = ReleaseFacts.safeParse({ name: 'Overlay Desk', ...facts });
  if (!sealed.success) throw new Error(`Nothing was sealed: ${inShort(schemaProblems(sealed.error.issues))}.`);
  for (const name of [sumsFile, signatureFile]) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, factsFile), `${JSON.stringify(sealed.data, undefined, 2)}\n`);
  const names = readdirSync(folder).sort();
  if (names.length === 1) throw new Error(`There is nothing to seal in ${folder}.`);
  const odd = names.find((name) => !isFile(folder, name) || !isPlainName(name));
  if (odd !== undefined) throw new Error(`"${odd}" in ${folder} is no file of a release.`);
  const sums = names.map((name) => `${hashOf(folder, name)}  ${name}\n`).join('');
  writeFileSync(join(folder, sumsFile), sums);
  if (privateKey) writeFileSync(join(folder, signatureFile), sign(null, Buffer.from(sums), privateKey));
}

/** With what a release is checked. */
export interface Check {
  /** The public Ed25519 key of whoever makes the releases, as PEM. */
  key: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * What is wrong with a release, a sentence each; empty if it is what its maker signed, complete and not expired. Throws a sentence if
 * the key cannot be used.
 */
export function releaseProblems(folder: string, { key, now }: Check): string[] {
  const publicKey = ed25519(() => createPublicKey(key), 'The public key');
  const missing = [sumsFile, signatureFile].find((name) => !isFile(folder, name));
  if (missing === signatureFile) return ['The release is UNSIGNED: it has no SHA256SUMS.sig.'];
  if (missing !== undefined) return [`${missing} is missing, so nothing can be checked.`];
  const sums = readFileSync(join(folder, sumsFile));
  if (!verify(null, sums, publicKey, readFileSync(join(folder, signatureFile)))) {
    return ['SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.'];
  }
  const hashes = sumsIn(sums.toString());
  if (typeof hashes === 'string') return [hashes];
  return [...filesProblems(folder, hashes), ...factsProblems(folder, now)];
}

function filesProblems(folder: string, hashes: ReadonlyMap<string, string>): string[] {
  const wrong = [...hashes].flatMap(([name, hash]) => {
    if (!isFile(folder, name)) return [`${name} is missing.`];
    return hashOf(folder, name) === hash
      ? []
      : [`${name} is not the signed file: it was changed, cut off or replaced.`];
  });
  const known = new Set([...hashes.keys(), sumsFile, signatureFile]);
  const extra = readdirSync(folder).filter((name) => !known.has(name));
  return [...wrong, ...extra.map((name) => `${name} is not part of the release: it is not in SHA256SUMS.`)];
}

function factsProblems(folder: string, now: number): string[] {
  if (!isFile(folder, factsFile)) return [];
  const facts = ReleaseFacts.safeParse(parsedJson(readFileSync(join(folder, factsFile), 'utf8')));
  if (!facts.success) return [`${factsFile} does not say what the release is.`];
  const { version, expires } = facts.data;
  const end = Date.parse(`${expires}T23:59:59.999Z`);
  return now <= end
    ? []
    : [`Version ${version} has expired: it was to be installed until ${expires}. Get a newer one.`];
}

/** The hash of each file by its name, or a sentence that says which line is none. */
function sumsIn(text: string): Map<string, string> | string {
  const hashes = new Map<string, string>();
  for (const [place, line] of text.split('\n').slice(0, -1).entries()) {
    const [, hash = '', name = ''] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isPlainName(name)) return `Line ${String(place + 1)} of SHA256SUMS names no file of a release.`;
    hashes.set(name, hash);
  }
  return hashes.has(factsFile) ? hashes : `SHA256SUMS does not name ${factsFile}.`;
}

/** A name without a way out of the folder, as all systems take it. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z\d][\w.+~-]*$/.test(name);
}

function isFile(folder: string, name: string): boolean {
  return lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
}

function hashOf(folder: string, name: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
}

function ed25519(read: () => KeyObject, what: string): KeyObject {
  let key;
  try {
    key = read();
  } catch (error) {
    throw new Error(`${what} cannot be read: it is not a PEM file.`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${what} is of another kind than Ed25519.`);
  return key;
}
