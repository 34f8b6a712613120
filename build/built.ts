import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manualSources } from './manual/manual.ts';
import { root } from './set-up.js';

/** `from`: a change of any of these makes the bundle stale. */
export const bundles = {
  output: { config: 'build/vite/output.ts', from: ['output', 'scene', 'contract'], makes: 'dist/output/index.html' },
  renderer: {
    config: 'build/vite/renderer.ts',
    from: ['renderer', 'scene', 'contract', 'build/manual', ...manualSources],
    makes: 'dist/renderer/index.html',
  },
  electron: {
    config: 'build/vite/electron.ts',
    from: [
      'electron',
      'host',
      'desk',
      'devices',
      'node',
      'surfaces',
      'service',
      'scene',
      'gallery',
      'contract',
      'docs/openapi.json',
      'docs/openapi.html',
      'build/vite/lean-programs.ts',
    ],
    makes: 'dist/electron/main.js',
  },
  companion: {
    config: 'build/vite/companion.ts',
    from: ['integrations/companion', 'contract', 'scene'],
    makes: 'dist/companion/main.js',
  },
};
export type BundleName = keyof typeof bundles;

/** Builds the bundles whose sources changed since the last build. Throws if Vite fails. */
export function build(names: readonly BundleName[]): void {
  for (const name of names) {
    const { config, from, makes } = bundles[name];
    const sources = fingerprint(root, [...from, config, 'build/built.ts', 'package-lock.json']);
    const stamp = join(root, 'dist', '.built', name);
    if (existsSync(join(root, makes)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) continue;
    console.error(`Building ${name}.`);
    // An interrupted build must not count as done.
    rmSync(stamp, { force: true });
    vite(name, config);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
}

function vite(name: BundleName, config: string): void {
  const program = join(root, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [program, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: root,
    // Always build for production: Svelte generates different code in tests and development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new Error(`Building ${name} failed; the reason is above.`);
}

/** Hashes the names and contents of files and directories. A missing path counts as empty. */
export function fingerprint(base: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesIn(base, path)).sort()) {
    const content = readFileSync(join(base, file));
    hash.update(`${file}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(base: string, path: string): string[] {
  const whole = join(base, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole).flatMap((name) => filesIn(base, `${path}/${name}`));
}
