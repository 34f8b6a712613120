import { createPrivateKey, sign } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inShort } from '../../contract/refusal.ts';
import { ReleaseFacts, releaseFiles } from '../../contract/release.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import {
  fileProblem,
  hashOf,
  isFile,
  isPlainName,
  NoRelease,
  readRelease,
  type SignedRelease,
} from '../../desk/node-ports/release-folder.ts';
import { ed25519, publicKeys } from '../../desk/node-ports/release-keys.ts';
import { expiryProblem } from '../../desk/updates/judgement.ts';

/** What a release is sealed with. */
export interface Seal extends Omit<ReleaseFacts, 'name' | 'sizes'> {
  /** The private Ed25519 key as PEM. Without one the release is not signed. */
  key: string | undefined;
}

/** Seals a folder of installers. Throws a sentence if the folder or the key cannot be used. */
export async function sealRelease(folder: string, { key, ...facts }: Seal): Promise<void> {
  const privateKey = key === undefined ? undefined : ed25519(() => createPrivateKey(key), 'The key of the release');
  const { facts: factsFile, sums: sumsFile, signature: signatureFile } = releaseFiles;
  const names = readdirSync(folder).filter((name) => !Object.values<string>(releaseFiles).includes(name));
  if (names.length === 0) throw new Error(`There is nothing to seal in ${folder}.`);
  const odd = names.find((name) => !isFile(folder, name) || !isPlainName(name));
  if (odd !== undefined) throw new Error(`"${odd}" in ${folder} is no file of a release.`);
  const sizes = Object.fromEntries(names.sort().map((name) => [name, statSync(join(folder, name)).size]));
  const sealed = ReleaseFacts.safeParse({ name: 'Overlay Desk', ...facts, sizes });
  if (!sealed.success) throw new Error(`Nothing was sealed: ${inShort(schemaProblems(sealed.error.issues))}.`);
  for (const name of [sumsFile, signatureFile]) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, factsFile), `${JSON.stringify(sealed.data, undefined, 2)}\n`);
  let sums = '';
  for (const name of [...names, factsFile].sort()) sums += `${await hashOf(join(folder, name))}  ${name}\n`;
  writeFileSync(join(folder, sumsFile), sums);
  if (privateKey) writeFileSync(join(folder, signatureFile), sign(null, Buffer.from(sums), privateKey));
}

/** With what a release is checked. */
export interface Check {
  /** The public Ed25519 keys of whoever makes the releases, as PEM: one of them must have signed it. */
  key: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * What is wrong with a release, a sentence each; empty if it is what its maker signed, complete and not expired. Throws a sentence if
 * the key cannot be used.
 */
export async function releaseProblems(folder: string, { key, now }: Check): Promise<string[]> {
  const keys = publicKeys(key);
  let release: SignedRelease;
  try {
    release = await readRelease(folder, keys);
  } catch (error) {
    if (error instanceof NoRelease) return [error.message];
    throw error;
  }
  const problems: (string | undefined)[] = [];
  for (const name of release.hashes.keys()) problems.push(await fileProblem(release, name));
  const { sums, signature } = releaseFiles;
  const known = new Set<string>([...release.hashes.keys(), sums, signature]);
  const extra = readdirSync(folder).filter((name) => !known.has(name));
  problems.push(...extra.map((name) => `${name} is not part of the release: it is not in SHA256SUMS.`));
  return [...problems, expiryProblem(release.facts, now)].filter((problem) => problem !== undefined);
}

/**
 * The section of a version in the text of `CHANGELOG.md`, without its heading; empty if it has none. `day` is the day of its heading, as in
 * `## 1.2.0 (2027-01-31)`; undefined if it has none.
 */
export function changesOf(changelog: string, version: string): { changes: string; day: string | undefined } {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version) ?? '';
  const [heading = '', ...lines] = section.split('\n');
  return { changes: lines.join('\n').trim(), day: /\((\d{4}-\d\d-\d\d)\)/.exec(heading)?.[1] };
}
