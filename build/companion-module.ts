import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../integrations/companion/package.json' with { type: 'json' };
import manifest from '../integrations/companion/companion/manifest.json' with { type: 'json' };
import { build } from './built.ts';
import { inTemporaryFolder } from './package/temporary-folder.ts';
import { root } from './set-up.js';

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

function pack(folder: string, archive: string): void {
  inTemporaryFolder((work) => {
    cpSync(folder, join(work, manifest.id), { recursive: true });
    // Use a relative path: tar on Windows reads "C:" as a host name.
    execFileSync('tar', ['-czf', 'module.tgz', manifest.id], { cwd: work });
    writeFileSync(archive, readFileSync(join(work, 'module.tgz')));
  });
}
