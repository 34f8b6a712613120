import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../build/set-up.js';

const run = promisify(execFile);

const include = (name: string): string => join(root, 'node_modules', name);
const midi = include('midi');
const sources = ['vendor/rtmidi/RtMidi.cpp', 'src-cpp/input.cpp', 'src-cpp/output.cpp', 'src-cpp/midi.cpp'];
const flags = [
  '-std=c++17',
  '-O1',
  '-w',
  '-fPIC',
  '-shared',
  '-D__UNIX_JACK__',
  '-DNAPI_VERSION=7',
  `-I${include('node-api-headers/include')}`,
  `-I${include('node-addon-api')}`,
  `-I${join(midi, 'vendor/rtmidi')}`,
  ...sources.map((source) => join(midi, source)),
  '-ljack',
  '-lpthread',
];

/**
 * RtMidi for JACK instead of ALSA, compiled once out of the sources of the package: JACK runs on any Linux, while the sequencer
 * of ALSA needs a kernel that has one. Gives the file, or the reason why it cannot be made here.
 */
export async function jackAddon(): Promise<{ file: string } | { missing: string }> {
  if (process.platform !== 'linux') return { missing: 'JACK is tried on Linux only' };
  for (const [tool, pack] of [
    ['jackd', 'jackd2'],
    ['g++', 'g++'],
  ] as const) {
    // A tool that cannot be started is missing.
    const there = await run(tool, ['--version']).then(
      () => true,
      () => false,
    );
    if (!there) return { missing: `${tool} is not installed here (Debian: ${pack})` };
  }
  if (!existsSync('/usr/include/jack/jack.h')) {
    return { missing: 'the headers of JACK are not installed here (Debian: libjack-jackd2-dev)' };
  }
  return { file: await compiled() };
}

async function compiled(): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(midi, 'package.json')) as { version: string };
  const hash = createHash('sha256').update(flags.join('\0')).update(version).update(process.arch);
  for (const source of sources) hash.update(readFileSync(join(midi, source)));
  const file = join(root, 'node_modules/.cache/midi-jack', `${hash.digest('hex').slice(0, 16)}.node`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await run('g++', [...flags, '-o', unfinished]);
  renameSync(unfinished, file);
  return file;
}
