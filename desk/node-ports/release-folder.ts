import { createHash, type KeyObject, verify } from 'node:crypto';
import { createReadStream, lstatSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '../../contract/json-text.ts';
import { ReleaseFacts, releaseFiles } from '../../contract/release.ts';

/** Why a folder is no release that may be used, in a sentence. */
export class NoRelease extends Error {}

/** A release of which only the signature and {@link releaseFiles} are checked so far. */
export interface SignedRelease {
  folder: string;
  facts: ReleaseFacts;
  /** The SHA-256 of each file of the release, as hexadecimal digits, by its name. */
  hashes: ReadonlyMap<string, string>;
}

const signatureBytes = 64;
/** The largest file (bytes) that says what a release is. */
const mostBytes = 1024 * 1024;
/** How much (bytes) is hashed before the desk gets its next turn: a fraction of a millisecond. */
const step = 128 * 1024;

/**
 * Reads what a release is, of a folder on any medium. `keys`: the public keys, one of which signed it. Throws {@link NoRelease}, and an
 * error of the system if the folder cannot be read.
 */
export async function readRelease(folder: string, keys: readonly KeyObject[]): Promise<SignedRelease> {
  if (!statOf(folder)?.isDirectory()) throw new NoRelease(`There is no folder ${folder}.`);
  const { facts: factsFile, sums: sumsFile, signature: signatureFile } = releaseFiles;
  const missing = [sumsFile, signatureFile].filter((name) => !isFile(folder, name));
  if (missing.includes(sumsFile)) {
    if (!isFile(folder, factsFile)) throw new NoRelease(`There is no release of Overlay Desk in ${folder}.`);
    throw new NoRelease(`${sumsFile} is missing, so nothing can be checked.`);
  }
  if (missing.length > 0) throw new NoRelease(`The release is UNSIGNED: it has no ${signatureFile}.`);
  const sums = await smallFile(folder, sumsFile);
  const signature = await smallFile(folder, signatureFile);
  if (signature.length !== signatureBytes) {
    const bytes = String(signature.length);
    throw new NoRelease(`${signatureFile} is no signature: it has ${bytes} bytes, not ${String(signatureBytes)}.`);
  }
  if (!keys.some((key) => verify(null, sums, key, signature))) {
    throw new NoRelease('SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.');
  }
  const hashes = sumsIn(sums.toString());
  const text = isFile(folder, factsFile) ? await smallFile(folder, factsFile) : undefined;
  if (text === undefined) throw new NoRelease(`${factsFile} is missing.`);
  // What is parsed is what was hashed, whatever becomes of the file meanwhile.
  if (createHash('sha256').update(text).digest('hex') !== hashes.get(factsFile))
    throw new NoRelease(replaced(factsFile));
  const facts = ReleaseFacts.safeParse(parsedJson(text.toString()));
  if (!facts.success) throw new NoRelease(`${factsFile} does not say what the release is.`);
  return { folder, facts: facts.data, hashes };
}

/** What is wrong with a file of a release, in a sentence; undefined if it is the signed one. It is read whole. */
export async function fileProblem({ folder, facts, hashes }: SignedRelease, name: string): Promise<string | undefined> {
  const found = isFile(folder, name) ? statOf(join(folder, name)) : undefined;
  if (!found) return `${name} is missing.`;
  const size = facts.files[name];
  if (size !== undefined && found.size < size) {
    return `${name} was cut off: it has ${String(found.size)} of its ${String(size)} bytes.`;
  }
  return (await hashOf(join(folder, name))) === hashes.get(name) ? undefined : replaced(name);
}

/** The SHA-256 of a file, as hexadecimal digits. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: step })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Whether a file of a folder is one, and no link to another place. */
export function isFile(folder: string, name: string): boolean {
  return statOf(join(folder, name))?.isFile() ?? false;
}

/** A name without a way out of the folder, as all systems take it. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z\d][\w.+~-]*$/.test(name);
}

/** The hash of each file by its name. */
function sumsIn(text: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const [place, line] of text.split('\n').slice(0, -1).entries()) {
    const [, hash = '', name = ''] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isPlainName(name)) throw new NoRelease(`Line ${String(place + 1)} of SHA256SUMS names no file of a release.`);
    hashes.set(name, hash);
  }
  if (!hashes.has(releaseFiles.facts)) throw new NoRelease(`SHA256SUMS does not name ${releaseFiles.facts}.`);
  return hashes;
}

async function smallFile(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name);
  if ((statOf(path)?.size ?? 0) > mostBytes) throw new NoRelease(`${name} is too large for a file of a release.`);
  return readFile(path);
}

function replaced(name: string): string {
  return `${name} is not the signed file: it was changed or replaced.`;
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
