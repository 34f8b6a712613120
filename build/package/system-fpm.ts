import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DebFacts, makeDeb, tidy } from './deb.ts';

/**
 * Replaces electron-builder's `fpm`, which needs a download, with `dpkg-deb` or `rpmbuild`. Reproducible with
 * `SOURCE_DATE_EPOCH`.
 */
const facts = [
  'architecture',
  'after-install',
  'after-remove',
  'description',
  'version',
  'package',
  'name',
  'maintainer',
  'vendor',
  'url',
  'category',
  'license',
  'deb-priority',
  'deb-compression',
  'rpm-compression',
  'rpm-summary',
  'rpm-os',
  'rpm-digest',
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

function given(name: string): string {
  const value = (values as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`--${name} is missing.`);
  return value;
}

const stage = mkdtempSync(join(tmpdir(), 'package-'));
try {
  for (const each of positionals) stageFiles(each);
  if (given('target') === 'deb') makeDeb(stage, debFacts(), given('package'));
  else makeRpm();
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** `FROM=TO`; a trailing slash on `FROM` means the directory's contents. */
function stageFiles(mapping: string): void {
  const [from = '', to = ''] = mapping.split('=');
  const target = join(stage, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
}

function debFacts(): DebFacts {
  return {
    name: given('name'),
    version: given('version'),
    architecture: given('architecture'),
    maintainer: given('maintainer'),
    description: given('description').trim(),
    priority: given('deb-priority'),
    depends: values.depends ?? [],
    recommends: values['deb-recommends'] ?? [],
    licence: [
      'The licence of Overlay Desk is in the archive of the application as LICENSE, and those of what it contains are',
      'there as dist/licences.txt. Those of Electron and Chromium are beside its program.',
    ],
    scripts: {
      postinst: readFileSync(given('after-install'), 'utf8'),
      postrm: readFileSync(given('after-remove'), 'utf8'),
    },
  };
}

function makeRpm(): void {
  tidy(stage);
  const work = mkdtempSync(join(tmpdir(), 'rpm-'));
  const spec = [
    `Name: ${given('name')}`,
    `Version: ${given('version')}`,
    'Release: 1',
    `Summary: ${given('rpm-summary')}`,
    `License: ${given('license')}`,
    `Vendor: ${given('vendor')}`,
    // rpm detects the linked libraries and the required C library version.
    'AutoReq: yes',
    'AutoProv: no',
    ...(values.depends ?? []).map((each) => `Requires: ${each}`),
    '%description',
    given('description').trim(),
    '%post',
    readFileSync(given('after-install'), 'utf8'),
    '%postun',
    // An upgrade also runs this script, of the old version after the new one is installed.
    'if [ "$1" = 0 ]; then',
    readFileSync(given('after-remove'), 'utf8'),
    'fi',
    '%files',
    '%defattr(-,root,root,-)',
    ...readdirSync(stage).flatMap(ownLines),
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
    // Do not require libraries that the package contains.
    __requires_exclude: `^(${ownLibraries().join('|')})[(]`,
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

function ownLibraries(): string[] {
  const names = readdirSync(stage, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
  return ['none', ...names.filter((name) => /\.so(\.|$)/.test(name)).map((name) => name.replaceAll('.', '[.]'))];
}

/** Lists only our own paths, not system directories such as `/usr/share`. */
function ownLines(path: string): string[] {
  if (!statSync(join(stage, path)).isDirectory()) return [lineOf(path)];
  const inside = readdirSync(join(stage, path)).map((name) => `${path}/${name}`);
  return /^opt\/[^/]+$/.test(path) ? [`%dir "/${path}"`, ...inside.map(lineOf)] : inside.flatMap(ownLines);
}

/** The package's script changes the mode of the sandbox, so rpm must not verify it. */
function lineOf(path: string): string {
  return `${path.endsWith('/chrome-sandbox') ? '%verify(not mode) ' : ''}"/${path}"`;
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
