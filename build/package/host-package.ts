import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up.js';
import { debianProcessors, hostPackageName } from '../../contract/release.ts';
import { bakedFacts, unsignedMark } from './signing.ts';
import { makeDeb } from './deb.ts';
import { type Processor, refuseOtherProcessor } from './flags.ts';
import { materials, type Runtime } from './materials.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { licencesText, shippedPackages } from './shipped.ts';
import { flagWords, plainFlag, variableWords } from '../../host/usage.js';

const name = 'overlay-desk-host';
const home = `usr/lib/${name}`;
const docs = `usr/share/doc/${name}`;
const parts = ['host', 'desk', 'service', 'renderer', 'output'];
const besideBundles = /\.map$|licences\.json$/;

const ownFiles = {
  [name]: `usr/bin/${name}`,
  [`${name}.service`]: `usr/lib/systemd/system/${name}.service`,
  [`${name}.sysusers`]: `usr/lib/sysusers.d/${name}.conf`,
  [`${name}.udev`]: `usr/lib/udev/rules.d/70-${name}.rules`,
  [`${name}.default`]: `etc/default/${name}`,
};

const description = `Overlay Desk on a machine without a screen
 The desk for live broadcast graphics, with its service, as a service of the
 system: browsers on the machine, or through a tunnel, are its screens. It
 brings the Node.js that it runs on.`;

export interface HostPackage {
  processor: Processor;
  /** Unpacked Node distribution with program, licence and headers; undefined for the installed Node. */
  node: string | undefined;
  to: string;
}

/** Makes the host's Debian package and its list of materials; returns both files. Throws without a suitable Node. */
export function makeHostPackage({ processor, node = installedNode(processor), to }: HostPackage): string[] {
  const runtime = hostRuntime({ processor, node });
  const shipped = shippedPackages(parts);
  // In Debian, "~" sorts a pre-release before its release.
  const version = packageJson.version.replace('-', '~');
  const base = join(to, hostPackageName(packageJson.version, processor) + unsignedMark('linux'));
  mkdirSync(to, { recursive: true });
  inTemporaryFolder((stage) => {
    stageProgram(join(stage, home), processor, node);
    stageSystemFiles(stage);
    mkdirSync(join(stage, docs), { recursive: true });
    writeFileSync(join(stage, docs, 'licences.txt'), licencesText(shipped));
    cpSync(join(node, 'LICENSE'), join(stage, docs, 'licences-of-node.txt'));
    writeFileSync(`${base}.cdx.json`, materials(shipped, runtime));
    makeDeb(
      stage,
      {
        name,
        version,
        architecture: debianProcessors[processor],
        description,
        priority: 'optional',
        maintainer: packageJson.author,
        // Libraries of Node, and a tool that creates the user.
        depends: ['libgcc-s1', 'libstdc++6', 'adduser | systemd-standalone-sysusers | systemd'],
        // Only MIDI and panels need these libraries. Ubuntu has two packages that provide libasound2.
        recommends: ['libasound2t64 | libasound2', 'libudev1', 'libusb-1.0-0'],
        licence: licence(),
        scripts: Object.fromEntries(['postinst', 'prerm', 'postrm'].map((script) => [script, own(script)])),
        // Mostly Node: a sixth larger than at the default level, in a seventh of the time.
        level: 1,
      },
      `${base}.deb`,
    );
  });
  return [`${base}.deb`, `${base}.cdx.json`];
}

function own(file: string): string {
  return readFileSync(join(root, 'build/package/host', file), 'utf8');
}

/** Throws for another processor than this machine's. */
function installedNode(processor: Processor): string {
  const folder = join(root, `node_modules/node/node_modules/node-linux-${processor}`);
  if (existsSync(join(folder, 'bin/node'))) return folder;
  throw new Error(`Node for linux-${processor} is not on this machine. Name an unpacked distribution with --node DIR.`);
}

/** Throws if the folder has no Node, or Node for another processor. */
export function hostRuntime({ processor, node = installedNode(processor) }: Omit<HostPackage, 'to'>): Runtime {
  const program = join(node, 'bin/node');
  if (!existsSync(program)) throw new Error(`${node} is no distribution of Node: it has no bin/node.`);
  refuseOtherProcessor(program, processor);
  const header = readFileSync(join(node, 'include/node/node_version.h'), 'utf8');
  const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
  );
  const sha256 = createHash('sha256').update(readFileSync(program)).digest('hex');
  return { name: 'node', version: numbers.join('.'), licence: 'MIT', sha256 };
}

function stageProgram(to: string, processor: Processor, node: string): void {
  for (const part of parts) {
    cpSync(join(root, 'dist', part), join(to, 'dist', part), {
      recursive: true,
      filter: (path) => !besideBundles.test(path),
    });
  }
  cpSync(join(root, `dist/native/linux-${processor}`), join(to, `dist/native/linux-${processor}`), { recursive: true });
  cpSync(join(node, 'bin/node'), join(to, 'node'));
  const { version, type } = packageJson;
  const facts = { name, version, type, ...bakedFacts('linux', process.env) };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(facts, undefined, 2)}\n`);
}

function stageSystemFiles(stage: string): void {
  for (const [file, place] of Object.entries(ownFiles)) {
    mkdirSync(dirname(join(stage, place)), { recursive: true });
    cpSync(join(root, 'build/package/host', file), join(stage, place));
  }
  const manual = join(stage, 'usr/share/man/man8');
  mkdirSync(manual, { recursive: true });
  writeFileSync(join(manual, `${name}.8.gz`), gzipSync(hostManual(), { level: 9 }));
}

function licence(): string[] {
  const [, , , , ...text] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n');
  return [
    ...text,
    '',
    `The licences of what it contains are in /${docs}/licences.txt, those of Node.js and of what it contains in`,
    `/${docs}/licences-of-node.txt.`,
  ];
}

/** Writes the host's manual for `man`, with the flags and variables as `--help` describes them. */
function hostManual(): string {
  const text = readFileSync(join(root, 'build/package/host/overlay-desk-host.8'), 'utf8');
  return text.replace('.\\" FLAGS\n', entries(flagWords)).replace('.\\" VARIABLES\n', entries(variableWords));
}

function entries(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, explained]) => `.TP\n.B ${escaped(plainFlag(name))}\n${escaped(explained)}\n`)
    .join('');
}

/** Escapes text for troff, which replaces plain "-" and "~" and reads a leading "." or "'" as a command. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('~', '\\(ti').replace(/^[.']/, '\\&$&');
}
