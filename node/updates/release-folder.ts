import { texts } from '../../contract/texts/texts.ts';
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import { ReleaseFacts, releaseFiles } from '../../contract/release.ts';

export class NoRelease extends Error {}

export interface SignedRelease {
  folder: string;
  facts: ReleaseFacts;
  /** SHA-256 (hexadecimal) by file name. */
  hashes: ReadonlyMap<string, string>;
  checked: ReadonlyMap<string, Buffer>;
}

const signatureBytes = 64;
/** Bytes. */
const mostBytes = 1024 * 1024;
/** Bytes hashed before the desk's next turn: a fraction of a millisecond. */
const step = 128 * 1024;

/**
 * One of the public `keys` must have signed the release. Throws {@link NoRelease}, or a system error if the folder is
 * unreadable.
 */
export async function readRelease(folder: string, keys: readonly KeyObject[]): Promise<SignedRelease> {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new NoRelease(texts.updates.noFolder(folder));
  const { facts: factsFile, sums: sumsFile, signature: signatureFile } = releaseFiles;
  const [sums, signature, text] = [
    await smallFile(folder, sumsFile),
    await smallFile(folder, signatureFile),
    await smallFile(folder, factsFile),
  ];
  if (!sums && !text) throw new NoRelease(texts.updates.noRelease(folder));
  if (!sums) throw new NoRelease(texts.updates.noSums(sumsFile));
  if (!signature) throw new NoRelease(texts.updates.unsigned(signatureFile));
  if (signature.length !== signatureBytes) {
    const bytes = String(signature.length);
    throw new NoRelease(texts.updates.noSignature(signatureFile, bytes, signatureBytes));
  }
  if (!keys.some((key) => verify(null, sums, key, signature))) throw new NoRelease(texts.updates.wrongSignature);
  const hashes = sumsIn(sums.toString());
  if (!text) throw new NoRelease(texts.updates.fileMissing(factsFile));
  // Parse the hashed bytes, because the file may have changed meanwhile.
  if (createHash('sha256').update(text).digest('hex') !== hashes.get(factsFile))
    throw new NoRelease(replaced(factsFile));
  const facts = ReleaseFacts.safeParse(parsedJson(text.toString()));
  if (!facts.success) throw new NoRelease(texts.updates.noFacts(factsFile));
  const checked = new Map([
    [sumsFile, sums],
    [signatureFile, signature],
    [factsFile, text],
  ]);
  return { folder, facts: facts.data, hashes, checked };
}

/**
 * Returns the problem with a release file; undefined if it matches its signed hash. Reads once; `copy` (an empty file)
 * receives exactly the checked bytes.
 */
export async function fileProblem(
  { folder, facts, hashes }: SignedRelease,
  name: string,
  copy?: FileHandle,
): Promise<string | undefined> {
  const found = await withFile(join(folder, name), async (handle, bytes) => {
    const size = facts.files[name] ?? bytes;
    if (bytes < size) return texts.updates.cutOff(name, bytes, size);
    return (await hashOfContent(handle, size, copy)) === hashes.get(name) ? '' : replaced(name);
  });
  return found === undefined ? texts.updates.fileMissing(name) : found || undefined;
}

export function hashOf(path: string): Promise<string | undefined> {
  return withFile(path, (handle, bytes) => hashOfContent(handle, bytes));
}

/** Reads one byte beyond `bytes`, so that a growing file gets another hash. */
async function hashOfContent(handle: FileHandle, bytes: number, copy?: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ highWaterMark: step, autoClose: false, end: bytes })) {
    hash.update(chunk as Buffer);
    await copy?.appendFile(chunk as Buffer);
  }
  return hash.digest('hex');
}

/** Never follows a link or blocks on a pipe. Windows has neither flag. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const noFile = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'EOPNOTSUPP'];

/**
 * Opens the path itself; undefined if it is no file. Checks the opened file, because an earlier check may be outdated.
 */
async function withFile<Result>(
  path: string,
  use: (handle: FileHandle, bytes: number) => Promise<Result>,
): Promise<Result | undefined> {
  const handle = await open(path, asItIs).catch((error: unknown) => {
    if (noFile.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
  try {
    const found = await handle?.stat();
    return handle && found?.isFile() ? await use(handle, found.size) : undefined;
  } finally {
    await handle?.close();
  }
}

export function isFile(folder: string, name: string): boolean {
  return lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** A portable name that cannot leave its folder. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z\d][\w.+~-]*$/.test(name);
}

/** Finds a duplicate name, ignoring case as some systems do. */
export function twinIn(names: readonly string[]): string | undefined {
  const small = names.map((name) => name.toLowerCase());
  return names.find((_, at) => small.indexOf(small[at] ?? '') < at);
}

function sumsIn(text: string): Map<string, string> {
  const hashes = new Map<string, string>();
  const names: string[] = [];
  for (const [place, line] of text.split('\n').slice(0, -1).entries()) {
    const [, hash = '', name = ''] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isPlainName(name)) throw new NoRelease(texts.updates.strangeLine(place + 1));
    hashes.set(name, hash);
    names.push(name);
  }
  const twin = twinIn(names);
  if (twin !== undefined) throw new NoRelease(texts.updates.namedTwice(twin));
  if (!hashes.has(releaseFiles.facts)) throw new NoRelease(texts.updates.notNamed(releaseFiles.facts));
  return hashes;
}

function smallFile(folder: string, name: string): Promise<Buffer | undefined> {
  return withFile(join(folder, name), (handle, bytes) => {
    if (bytes > mostBytes) throw new NoRelease(texts.updates.fileTooLarge(name));
    return handle.readFile();
  });
}

function replaced(name: string): string {
  return texts.updates.changedFile(name);
}

/** Parses one or more PEM blocks. Throws a sentence about `what` if a key is private or not Ed25519. */
export function publicKeys(pem: string, what = 'The public key'): KeyObject[] {
  const blocks = pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [pem];
  // Node reads the public half of a private key, which then lies where public keys do.
  if (blocks.some((block) => block.includes('PRIVATE KEY-----'))) throw new Error(texts.updates.privateKey(what));
  return blocks.map((block) => ed25519(() => createPublicKey(block), what));
}

/** Throws a sentence about `what` if the key is not Ed25519. */
export function ed25519(read: () => KeyObject, what: string): KeyObject {
  let key;
  try {
    key = read();
  } catch (error) {
    throw new Error(texts.updates.noPem(what), { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(texts.updates.otherKey(what));
  return key;
}
