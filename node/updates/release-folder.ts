import { createHash, type KeyObject, verify } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
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
  /** What {@link releaseFiles} held when they were checked, by their names. */
  checked: ReadonlyMap<string, Buffer>;
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
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new NoRelease(`There is no folder ${folder}.`);
  const { facts: factsFile, sums: sumsFile, signature: signatureFile } = releaseFiles;
  const [sums, signature, text] = [
    await smallFile(folder, sumsFile),
    await smallFile(folder, signatureFile),
    await smallFile(folder, factsFile),
  ];
  if (!sums && !text) throw new NoRelease(`There is no release of Overlay Desk in ${folder}.`);
  if (!sums) throw new NoRelease(`${sumsFile} is missing, so nothing can be checked.`);
  if (!signature) throw new NoRelease(`The release is UNSIGNED: it has no ${signatureFile}.`);
  if (signature.length !== signatureBytes) {
    const bytes = String(signature.length);
    throw new NoRelease(`${signatureFile} is no signature: it has ${bytes} bytes, not ${String(signatureBytes)}.`);
  }
  if (!keys.some((key) => verify(null, sums, key, signature))) {
    throw new NoRelease('SHA256SUMS is not what the owner of the key has signed. Use nothing of this folder.');
  }
  const hashes = sumsIn(sums.toString());
  if (!text) throw new NoRelease(`${factsFile} is missing.`);
  // What is parsed is what was hashed, whatever becomes of the file meanwhile.
  if (createHash('sha256').update(text).digest('hex') !== hashes.get(factsFile))
    throw new NoRelease(replaced(factsFile));
  const facts = ReleaseFacts.safeParse(parsedJson(text.toString()));
  if (!facts.success) throw new NoRelease(`${factsFile} does not say what the release is.`);
  const checked = new Map([
    [sumsFile, sums],
    [signatureFile, signature],
    [factsFile, text],
  ]);
  return { folder, facts: facts.data, hashes, checked };
}

/**
 * What is wrong with a file of a release, in a sentence; undefined if it is the signed one. It is opened once and read whole. `copy`: an
 * empty file that gets what was read, so that what it holds is what was checked.
 */
export async function fileProblem(
  { folder, facts, hashes }: SignedRelease,
  name: string,
  copy?: FileHandle,
): Promise<string | undefined> {
  const found = await withFile(join(folder, name), async (handle, bytes) => {
    const size = facts.files[name] ?? bytes;
    if (bytes < size) return `${name} was cut off: it has ${String(bytes)} of its ${String(size)} bytes.`;
    return (await hashOfContent(handle, size, copy)) === hashes.get(name) ? '' : replaced(name);
  });
  return found === undefined ? `${name} is missing.` : found || undefined;
}

/** The SHA-256 of a file, as hexadecimal digits; undefined if none is there. */
export function hashOf(path: string): Promise<string | undefined> {
  return withFile(path, (handle, bytes) => hashOfContent(handle, bytes));
}

/** The hash of an open file of so many bytes. One byte more, of a file that grows, makes it another hash. */
async function hashOfContent(handle: FileHandle, bytes: number, copy?: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ highWaterMark: step, autoClose: false, end: bytes })) {
    hash.update(chunk as Buffer);
    await copy?.appendFile(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** Without following a link, and without waiting for whoever would write into a pipe. Windows has neither. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** What the system says of a path where nothing is, or a link, a socket or a device. */
const noFile = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'EOPNOTSUPP'];

/**
 * Opens a file and does something with it, and with its length in bytes. Gives undefined if there is no file at the path itself: what is
 * there now is judged, because anything may have taken the place of a file that was looked at before.
 */
async function withFile<Result>(
  path: string,
  use: (handle: FileHandle, bytes: number) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, asItIs).catch((error: unknown) => {
    if (noFile.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  });
  try {
    const found = await handle?.stat();
    return handle && found?.isFile() ? await use(handle, found.size) : undefined;
  } finally {
    await handle?.close();
  }
}

/** Whether a file of a folder is one, and no link to another place. */
export function isFile(folder: string, name: string): boolean {
  return lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** A name without a way out of the folder, as all systems take it. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z\d][\w.+~-]*$/.test(name);
}

/** Which of these names is that of an earlier one, for systems that read `a` and `A` as one name; undefined for none. */
export function twinIn(names: readonly string[]): string | undefined {
  const small = names.map((name) => name.toLowerCase());
  return names.find((_, at) => small.indexOf(small[at] ?? '') < at);
}

/** The hash of each file by its name. */
function sumsIn(text: string): Map<string, string> {
  const hashes = new Map<string, string>();
  const names: string[] = [];
  for (const [place, line] of text.split('\n').slice(0, -1).entries()) {
    const [, hash = '', name = ''] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isPlainName(name)) throw new NoRelease(`Line ${String(place + 1)} of SHA256SUMS names no file of a release.`);
    hashes.set(name, hash);
    names.push(name);
  }
  const twin = twinIn(names);
  if (twin !== undefined) throw new NoRelease(`SHA256SUMS names ${twin} twice.`);
  if (!hashes.has(releaseFiles.facts)) throw new NoRelease(`SHA256SUMS does not name ${releaseFiles.facts}.`);
  return hashes;
}

function smallFile(folder: string, name: string): Promise<Buffer | undefined> {
  return withFile(join(folder, name), (handle, bytes) => {
    if (bytes > mostBytes) throw new NoRelease(`${name} is too large for a file of a release.`);
    return handle.readFile();
  });
}

function replaced(name: string): string {
  return `${name} is not the signed file: it was changed or replaced.`;
}
