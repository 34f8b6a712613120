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
export const factsFile = 'release.json';
export const sumsFile = 'SHA256SUMS';
export const signatureFile = 'SHA256SUMS.sig';
const signatureBytes = 64;

const ReleaseFacts = z.strictObject({
  name: z.literal('Overlay Desk'),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** The last day (UTC) on which it is installed, so that nobody is kept on an old version by an old stick. */
  expires: z.iso.date(),
  /** The length (bytes) of each other file by its name, which tells a file that was cut off from one that was changed. */
  files: z.record(z.string(), z.int().nonnegative()),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** What a release is sealed with. */
export interface Seal extends Pick<ReleaseFacts, 'version' | 'expires'> {
  /** The private Ed25519 key as PEM. Without one the release is not signed. */
  key: string | undefined;
}

/** Seals a folder of installers. Throws a sentence if the folder or the key cannot be used. */
export function sealRelease(folder: string, { key, ...facts }: Seal): void {
  const privateKey = key === undefined ? undefined : ed25519(() => createPrivateKey(key), 'The key of the release');
  const names = readdirSync(folder)
    .filter((name) => ![factsFile, sumsFile, signatureFile].includes(name))
    .sort();
  if (names.length === 0) throw new Error(`There is nothing to seal in ${folder}.`);
  const odd = names.find((name) => !isFile(folder, name) || !isPlainName(name));
  if (odd !== undefined) throw new Error(`"${odd}" in ${folder} is no file of a release.`);
  const files = Object.fromEntries(names.map((name) => [name, sizeOf(folder, name)]));
  const sealed = ReleaseFacts.safeParse({ name: 'Overlay Desk', ...facts, files });
  if (!sealed.success) throw new Error(`Nothing was sealed: ${inShort(schemaProblems(sealed.error.issues))}.`);
  rmSync(join(folder, signatureFile), { force: true });
  writeFileSync(join(folder, factsFile), `${JSON.stringify(sealed.data, undefined, 2)}\n`);
  const sums = [...names, factsFile]
    .sort()
    .map((name) => `${hashOf(folder, name)}  ${name}\n`)
    .join('');
  writeFileSync(join(folder, sumsFile), sums);
  if (privateKey) writeFileSync(join(folder, signatureFile), sign(null, Buffer.from(sums), privateKey));
}

/** The public half of a private Ed25519 key, as PEM. Throws a sentence if the key cannot be used. */
export function publicHalf(key: string): string {
  ed25519(() => createPrivateKey(key), 'The key of the release');
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** The fingerprint of a public key (PEM): the SHA-256 of its DER form, in groups of four digits to be read aloud. Throws a sentence. */
export function fingerprintOf(key: string): string {
  const der = ed25519(() => createPublicKey(key), 'The public key').export({ type: 'spki', format: 'der' });
  return (createHash('sha256').update(der).digest('hex').match(/.{4}/g) ?? []).join(' ');
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
  const signature = readFileSync(join(folder, signatureFile));
  if (signature.length !== signatureBytes) {
    return [
      `${signatureFile} is no signature: it has ${String(signature.length)} bytes, not ${String(signatureBytes)}.`,
    ];
  }
  if (!verify(null, sums, publicKey, signature)) {
    return ['SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.'];
  }
  const hashes = sumsIn(sums.toString());
  if (typeof hashes === 'string') return [hashes];
  // What the facts say counts only if they are the signed ones.
  const isSigned = isFile(folder, factsFile) && hashOf(folder, factsFile) === hashes.get(factsFile);
  const facts = isSigned ? factsIn(folder) : undefined;
  const unclear = isSigned && !facts ? [`${factsFile} does not say what the release is.`] : [];
  return [...filesProblems(folder, hashes, facts), ...unclear, ...(facts ? expiry(facts, now) : [])];
}

function filesProblems(folder: string, hashes: ReadonlyMap<string, string>, facts: ReleaseFacts | undefined): string[] {
  const known = new Set([...hashes.keys(), sumsFile, signatureFile]);
  const extra = new Set(readdirSync(folder).filter((name) => !known.has(name)));
  const wrong = [...hashes].flatMap(([name, hash]) => {
    if (isFile(folder, name)) return hashOf(folder, name) === hash ? [] : [change(folder, name, facts)];
    const renamed = [...extra].find((other) => isFile(folder, other) && hashOf(folder, other) === hash);
    if (renamed === undefined) return [`${name} is missing.`];
    extra.delete(renamed);
    return [`${name} was renamed: it is here as ${renamed}.`];
  });
  return [...wrong, ...[...extra].map((name) => `${name} is not part of the release: it is not in SHA256SUMS.`)];
}

/** What happened to a file that has another hash than the signed one. */
function change(folder: string, name: string, facts: ReleaseFacts | undefined): string {
  const [is, was] = [sizeOf(folder, name), facts?.files[name] ?? 0];
  return is < was
    ? `${name} was cut off: it has ${String(is)} of its ${String(was)} bytes.`
    : `${name} is not the signed file: it was changed or replaced.`;
}

function factsIn(folder: string): ReleaseFacts | undefined {
  return ReleaseFacts.safeParse(parsedJson(readFileSync(join(folder, factsFile), 'utf8'))).data;
}

function expiry({ version, expires }: ReleaseFacts, now: number): string[] {
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

function sizeOf(folder: string, name: string): number {
  return lstatSync(join(folder, name)).size;
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
