import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

/**
 * Does for electron-builder what it has `fpm` for, with the tools of the system: `dpkg-deb` or `rpmbuild` puts files and the facts
 * about them into a package. `fpm` itself would have to be downloaded. With `SOURCE_DATE_EPOCH` the same files give the
 * same package.
 */
const facts = [
  ...['architecture', 'after-install', 'after-remove', 'description', 'version', 'package', 'name', 'maintainer'],
  ...['vendor', 'url', 'category', 'license', 'deb-priority', 'deb-compression'],
  ...['rpm-compression', 'rpm-summary', 'rpm-os', 'rpm-digest'],
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(facts.map((name) => [name, { type: 'string' as const }])),
    source: { type: 'string', short: 's' },
    target: { type: 'string', short: 't' },
    depends: { type: 'string', short: 'd', multiple: true },
    'deb-recommends': { type: 'string', multiple: true },
    force: { type: 'boolean' },
  },
});

/** One value of the command line. Throws if it is missing. */
function given(name: string): string {
  const value = (values as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`--${name} is missing.`);
  return value;
}

const stage = mkdtempSync(join(tmpdir(), 'package-'));
try {
  for (const each of positionals) stageFiles(each);
  if (given('target') === 'deb') makeDeb();
  else makeRpm();
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** `FROM=TO`, where a `FROM` that ends with a slash means what is in that directory. */
function stageFiles(mapping: string): void {
  const [from = '', to = ''] = mapping.split('=');
  const target = join(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

function makeDeb(): void {
  const name = given('name');
  const docs = join(stage, 'usr/share/doc', name);
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'copyright'), copyright());
  const changes = `${name} (${given('version')}) stable; urgency=medium\n\n  * See CHANGELOG.md of the project.\n\n -- ${given('maintainer')} <none>  Thu, 01 Jan 1970 00:00:00 +0000\n`;
  writeFileSync(join(docs, 'changelog.gz'), gzipSync(changes, { level: 9 }));
  const installed = Math.ceil(sizeOf(stage) / 1024);
  tidy(stage);
  const control = join(stage, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const recommends = values['deb-recommends'] ?? [];
  const lines = [
    `Package: ${name}`,
    `Version: ${given('version')}`,
    `Architecture: ${given('architecture')}`,
    `Maintainer: ${given('maintainer')} <none>`,
    `Installed-Size: ${String(installed)}`,
    `Depends: ${(values.depends ?? []).join(', ')}`,
    ...(recommends.length > 0 ? [`Recommends: ${recommends.join(', ')}`] : []),
    'Section: video',
    `Priority: ${given('deb-priority')}`,
    `Description: ${given('description').trim()}`,
  ];
  writeFileSync(join(control, 'control'), `${lines.join('\n')}\n`);
  for (const [script, flag] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ] as const) {
    writeFileSync(join(control, script), readFileSync(given(flag)));
    chmodSync(join(control, script), 0o755);
  }
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, given('package')]);
}

/** The file that Debian's policy wants in every package. */
function copyright(): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Overlay Desk

Files: *
Copyright: 2026 ${given('maintainer')}
License: Expat
 The licence of Overlay Desk is in the archive of the application as LICENSE, and those of what it contains are
 there as dist/licences.txt. Those of Electron and Chromium are beside its program.
`;
}

function makeRpm(): void {
  tidy(stage);
  const work = mkdtempSync(join(tmpdir(), 'rpm-'));
  const folders = readdirSync(stage).flatMap((top) => ownPlaces(top));
  const spec = [
    `Name: ${given('name')}`,
    `Version: ${given('version')}`,
    'Release: 1',
    `Summary: ${given('rpm-summary')}`,
    `License: ${given('license')}`,
    `Vendor: ${given('vendor')}`,
    'AutoReqProv: no',
    ...(values.depends ?? []).map((each) => `Requires: ${each}`),
    '%description',
    given('description').trim(),
    '%post',
    readFileSync(given('after-install'), 'utf8'),
    '%postun',
    readFileSync(given('after-remove'), 'utf8'),
    '%files',
    '%defattr(-,root,root,-)',
    ...folders.map((path) => `"/${path}"`),
  ];
  writeFileSync(join(work, 'package.spec'), `${spec.join('\n')}\n`);
  const architecture = { amd64: 'x86_64', arm64: 'aarch64' }[given('architecture')] ?? given('architecture');
  const defines = {
    _topdir: work,
    _rpmdir: work,
    _rpmfilename: 'package.rpm',
    _build_id_links: 'none',
    _binary_payload: 'w6.xzdio',
    _buildhost: 'localhost',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
  };
  const set = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`]);
  run('rpmbuild', [
    '-bb',
    '--quiet',
    '--target',
    architecture,
    '--buildroot',
    stage,
    ...set,
    join(work, 'package.spec'),
  ]);
  cpSync(join(work, 'package.rpm'), given('package'));
  rmSync(work, { recursive: true });
}

/** The directories and files that are ours alone, not those of the system such as `/usr/share`. */
function ownPlaces(path: string): string[] {
  const isOurs = /^opt\/[^/]+$/.test(path) || !statSync(join(stage, path)).isDirectory();
  return isOurs ? [path] : readdirSync(join(stage, path)).flatMap((name) => ownPlaces(`${path}/${name}`));
}

/** What is in a package is readable by all and writable by root, whatever the machine that builds it makes of new files. */
function tidy(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) tidy(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : entry.isFile() ? statSync(path).size : 0;
    })
    .reduce((sum, size) => sum + size, 0);
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
