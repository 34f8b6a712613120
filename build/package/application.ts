import { chmodSync, globSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, build as buildPackages, Platform } from 'electron-builder';
import { electronBinary } from '../electron-binary.ts';
import { root } from '../set-up.js';
import { association } from './association.ts';
import { bakedFacts } from './signing.ts';
import type { PackFlags, System } from './flags.ts';
import { macConfiguration } from './sign-mac.ts';
import type { Signer } from './signer.ts';
import { pathOfTool } from './tools.ts';

const platforms: Record<System, Platform> = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };
const programs: Record<System, string> = {
  linux: 'overlay-desk',
  win32: 'Overlay Desk.exe',
  darwin: 'Overlay Desk.app/Contents/MacOS/Overlay Desk',
};
const itsOwn: readonly string[] = ['deb', 'rpm', 'zip', 'dmg'];

const deviceRules = `${join(root, 'build/package/linux/overlay-desk.udev')}=/usr/lib/udev/rules.d/70-overlay-desk.rules`;

export interface ToPack {
  flags: PackFlags;
  to: string;
  name: string;
  kinds: readonly string[];
  signer: Signer | undefined;
}

export interface Application {
  folder: string;
  program: string;
}

export async function packApplication({ flags, to, name, kinds, signer }: ToPack): Promise<Application> {
  const { system, processor } = flags;
  const electronDist = flags.electron ?? installedElectron(flags);
  let folder = '';
  await withSystemTools(() =>
    buildPackages({
      projectDir: root,
      targets: platforms[system].createTarget(
        ['dir', ...kinds.filter((kind) => itsOwn.includes(kind))],
        Arch[processor],
      ),
      config: {
        extends: 'electron-builder.yml',
        ...(electronDist === undefined ? {} : { electronDist }),
        directories: { output: to },
        artifactName: `${name}.\${ext}`,
        fileAssociations: [association],
        deb: { fpm: [deviceRules] },
        rpm: { fpm: [deviceRules] },
        // electron-builder requires a home page, packages do not. `system-fpm.ts` removes it.
        extraMetadata: { homepage: 'none', ...bakedFacts(system, process.env) },
        ...(system === 'darwin' && macConfiguration(signer)),
        win: { signtoolOptions: { signingHashAlgorithms: ['sha256'], sign: signing(signer) } },
        afterExtract: leaveOutDefaultApp,
        afterPack({ appOutDir }) {
          folder = appOutDir;
        },
      },
    }),
  );
  settleTimes(folder);
  return { folder, program: join(folder, programs[system]) };
}

/** Signs and verifies each Windows program. Prevents electron-builder from searching for its own tools. */
function signing(signer: Signer | undefined): (what: { path: string }) => Promise<void> {
  return ({ path }) => {
    signer?.sign(path);
    signer?.verify(path);
    return Promise.resolve();
  };
}

/** Returns Electron from `node_modules`; undefined for another machine, whose Electron is downloaded. */
function installedElectron({ system, processor }: PackFlags): string | undefined {
  if (system !== process.platform || processor !== process.arch) return undefined;
  const found = electronBinary();
  if ('path' in found) return join(root, 'node_modules/electron/dist');
  throw new Error(
    `Electron is not available (${found.problem}). Name an unpacked distribution of its version with --electron DIR.`,
  );
}

/** Makes electron-builder use the system's tools instead of downloads. */
async function withSystemTools(run: () => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fpm-'));
  const fpm = join(folder, 'fpm');
  writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'build/package/system-fpm.ts')}' "$@"\n`);
  chmodSync(fpm, 0o755);
  process.env.CUSTOM_FPM_PATH = fpm;
  const archiver = pathOfTool('7za');
  if (archiver !== undefined) process.env.ELECTRON_BUILDER_7ZIP_PATH ??= archiver;
  try {
    await run();
  } finally {
    delete process.env.CUSTOM_FPM_PATH;
    rmSync(folder, { recursive: true });
  }
}

/** Removes Electron's default app before the archive hashes are written into the program. */
function leaveOutDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  for (const file of globSync('**/default_app.asar', { cwd: appOutDir })) rmSync(join(appOutDir, file));
  return Promise.resolve();
}

/** Sets all files to the time of the sources, because archives in packages keep file times. */
function settleTimes(folder: string): void {
  const time = Number(process.env.SOURCE_DATE_EPOCH);
  for (const path of globSync('**/*', { cwd: folder })) utimesSync(join(folder, path), time, time);
}
