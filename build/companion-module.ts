import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../integrations/companion/package.json' with { type: 'json' };
import manifest from '../integrations/companion/companion/manifest.json' with { type: 'json' };
import { build } from './built.ts';
import { root } from './set-up.js';

/** Builds the module for Bitfocus Companion as a folder and as the archive that Companion imports. Gives both. */
export function makeCompanionModule(): { folder: string; archive: string } {
  build(['companion']);
  const folder = join(root, 'dist/companion');
  cpSync(join(root, 'integrations/companion/companion'), join(folder, 'companion'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { name, version, license } = packageJson;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license, type: 'module' }));
  const archive = join(root, 'dist/overlay-desk-companion.tgz');
  pack(folder, archive);
  return { folder, archive };
}

/** The folder as an archive, in a folder that has the id of the module. */
function pack(folder: string, archive: string): void {
  const work = mkdtempSync(join(tmpdir(), 'companion-'));
  try {
    cpSync(folder, join(work, manifest.id), { recursive: true });
    // Named by its place in the folder: a tar of Windows takes "C:" for another machine.
    execFileSync('tar', ['-czf', 'module.tgz', manifest.id], { cwd: work });
    writeFileSync(archive, readFileSync(join(work, 'module.tgz')));
  } finally {
    rmSync(work, { recursive: true });
  }
}
