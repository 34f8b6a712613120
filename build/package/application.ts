import { chmodSync, globSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, build as buildPackages, Platform } from 'electron-builder';
import { electronBinary } from '../electron-binary.ts';
import { root } from '../set-up.js';
import { association } from './association.ts';
import { bakedFacts } from './baked-facts.ts';
import type { PackFlags, System } from './flags.ts';
import { macConfiguration } from './sign-mac.ts';
import type { Signer } from './signer.ts';
import { pathOfTool } from './tools.ts';

/** The systems by electron-builder's names. */
const platforms: Record<System, Platform> = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };
/** The program in a packed application. */
const programs: Record<System, string> = {
  linux: 'overlay-desk',
  win32: 'Overlay Desk.exe',
  darwin: 'Overlay Desk.app/Contents/MacOS/Overlay Desk',
};
/** The kinds of packages that electron-builder makes of the application itself. */
const itsOwn: readonly string[] = ['deb', 'rpm', 'zip', 'dmg'];

/** Who may open devices, and where the system looks for that. */
const deviceRules = `${join(root, 'build/package/linux/overlay-desk.udev')}=/usr/lib/udev/rules.d/70-overlay-desk.rules`;

/** What the application is packed from. */
export interface ToPack {
  flags: PackFlags;
  /** The directory that it goes to. */
  to: string;
  /** The name of its packages, without their end. */
  name: string;
  /** The kinds of packages that are wanted. */
  kinds: readonly string[];
  signer: Signer | undefined;
}

/** A packed application. */
export interface Application {
  folder: string;
  program: string;
}

/** Packs the application as a directory, and the packages of it that electron-builder makes. */
export async function packApplication({ flags, to, name, kinds, signer }: ToPack): Promise<Application> {
  const { system, processor } = flags;
  const electronDist = flags.electron ?? (await installedElectron(flags));
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
        // What electron-builder asks for, although packages do not need it. "system-fpm.ts" leaves it out.
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

/** Signs each program for Windows, and verifies it. Without a signer nothing is signed, where electron-builder would look for tools of its own. */
function signing(signer: Signer | undefined): (what: { path: string }) => Promise<void> {
  return ({ path }) => {
    signer?.sign(path);
    signer?.verify(path);
    return Promise.resolve();
  };
}

/** The Electron of `node_modules`, which is for this machine; undefined for another, whose Electron is downloaded. */
async function installedElectron({ system, processor }: PackFlags): Promise<string | undefined> {
  if (system !== process.platform || processor !== process.arch) return undefined;
  const found = await electronBinary();
  if ('path' in found) return join(root, 'node_modules/electron/dist');
  throw new Error(
    `Electron is not available (${found.problem}). Name an unpacked distribution of its version with --electron DIR.`,
  );
}

/** Lets electron-builder use the tools of the system, which it would download otherwise. */
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

/**
 * Takes out the app that Electron would run without one, which a distribution of Electron brings. It is done before the
 * hashes of all archives are written into the program.
 */
function leaveOutDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  for (const file of globSync('**/default_app.asar', { cwd: appOutDir })) rmSync(join(appOutDir, file));
  return Promise.resolve();
}

/** Gives all files the time of the sources, which the archives inside of packages keep. */
function settleTimes(folder: string): void {
  const time = Number(process.env.SOURCE_DATE_EPOCH);
  for (const path of globSync('**/*', { cwd: folder })) utimesSync(join(folder, path), time, time);
}
