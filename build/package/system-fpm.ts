import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DebFacts, makeDeb, tidy } from './deb.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

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

inTemporaryFolder((stage) => {
  for (const each of positionals) stageFiles(each, stage);
  if (given('target') === 'deb') makeDeb(stage, debFacts(), given('package'));
  else inTemporaryFolder((work) => makeRpm(stage, work));
});

/** `FROM=TO`; a trailing slash on `FROM` means the directory's contents. */
function stageFiles(mapping: string, stage: string): void {
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

function makeRpm(stage: string, work: string): void {
  tidy(stage);
  const lines = [
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
    ...readdirSync(stage).flatMap((path) => ownLines(path, stage)),
  ];
  const spec = join(work, 'package.spec');
  writeFileSync(spec, `${lines.join('\n')}\n`);
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
    __requires_exclude: `^(${ownLibraries(stage).join('|')})[(]`,
  };
  const set = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`]);
  const words = ['-bb', '--quiet', '--target', architecture, '--buildroot', stage];
  execFileSync('rpmbuild', [...words, ...set, spec], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(join(work, 'package.rpm'), given('package'));
}

function ownLibraries(stage: string): string[] {
  const names = readdirSync(stage, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
  return ['none', ...names.filter((name) => /\.so(\.|$)/.test(name)).map((name) => name.replaceAll('.', '[.]'))];
}

/** Lists only our own paths, not system directories such as `/usr/share`. */
function ownLines(path: string, stage: string): string[] {
  if (!statSync(join(stage, path)).isDirectory()) return [lineOf(path)];
  const inside = readdirSync(join(stage, path)).map((name) => `${path}/${name}`);
  return /^opt\/[^/]+$/.test(path)
    ? [`%dir "/${path}"`, ...inside.map(lineOf)]
    : inside.flatMap((each) => ownLines(each, stage));
}

/** The package's script changes the mode of the sandbox, so rpm must not verify it. */
function lineOf(path: string): string {
  return `${path.endsWith('/chrome-sandbox') ? '%verify(not mode) ' : ''}"/${path}"`;
}
