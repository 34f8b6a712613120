import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may be wrong with a stick: how it gets so, and how the sentence begins that each script says of it. `file`: one of its packages. */
export function stickFaults(file: string): [what: string, change: (folder: string) => void, said: string][] {
  return [
    ['a changed file', (folder) => appendFileSync(join(folder, file), '!'), `${file} is not the signed file`],
    ['a missing file', (folder) => rmSync(join(folder, file)), `${file} is missing.`],
    [
      'a renamed file',
      (folder) => renameSync(join(folder, file), join(folder, 'a.exe')),
      'a.exe is not part of the release',
    ],
    ['a hidden file', (folder) => writeFileSync(join(folder, '.hidden'), ''), '.hidden is not part of the release'],
    [
      'another signature',
      (folder) => writeFileSync(join(folder, 'SHA256SUMS.sig'), Buffer.alloc(64)),
      'SHA256SUMS is not what the owner of the key has signed.',
    ],
    ['no signature', (folder) => rmSync(join(folder, 'SHA256SUMS.sig')), 'The release is UNSIGNED'],
    ['no list', (folder) => rmSync(join(folder, 'SHA256SUMS')), 'SHA256SUMS is missing'],
  ];
}
