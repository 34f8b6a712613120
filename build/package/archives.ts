import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up.js';
import type { Processor } from './flags.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { appImageRuntime } from './tools.ts';

export function makeTar(application: string, file: string): void {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=go+rX,go-w'];
  const time = `--mtime=@${String(process.env.SOURCE_DATE_EPOCH)}`;
  const tar = file.replace(/\.gz$/, '');
  inTemporaryFolder((folder) => {
    const inside = join(folder, 'overlay-desk');
    renameSync(application, inside);
    try {
      execFileSync('tar', [...order, time, '-C', folder, '-cf', tar, 'overlay-desk']);
    } finally {
      renameSync(inside, application);
    }
  });
  execFileSync('gzip', ['-9', '--no-name', '--force', tar]);
}

/** electron-builder's own script silently disables the sandbox on systems without user namespaces. */
const appRun = `#!/bin/sh
exec "\${APPDIR:-$(dirname "$(readlink -f "$0")")}/overlay-desk" "$@"
`;

const launcher = `[Desktop Entry]
Type=Application
Name=Overlay Desk
Exec=overlay-desk %U
Icon=overlay-desk
StartupWMClass=overlay-desk
Categories=AudioVideo;
`;

/** Makes a self-contained AppImage: the runtime, followed by the directory as a file system. */
export function makeAppImage(application: string, processor: Processor, file: string): void {
  const runtime = readFileSync(appImageRuntime(processor) ?? '');
  inTemporaryFolder((folder) => {
    const inside = join(folder, 'inside');
    cpSync(application, inside, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(inside, 'AppRun'), appRun);
    chmodSync(join(inside, 'AppRun'), 0o755);
    writeFileSync(join(inside, 'overlay-desk.desktop'), launcher);
    cpSync(join(root, 'build/package/icons/512x512.png'), join(inside, 'overlay-desk.png'));
    const time = String(process.env.SOURCE_DATE_EPOCH);
    const { SOURCE_DATE_EPOCH: _, ...env } = process.env;
    const system = join(folder, 'system');
    const words = ['-all-root', '-noappend', '-quiet', '-no-progress', '-no-xattrs', '-comp', 'zstd'];
    execFileSync('mksquashfs', [inside, system, ...words, '-mkfs-time', time, '-all-time', time], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(file, Buffer.concat([runtime, readFileSync(system)]), { mode: 0o755 });
  });
}
