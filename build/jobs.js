import { flagWords, listed, variableWords } from '../host/usage.js';

/**
 * The jobs and their programs.
 * @type {Readonly<Record<string, string>>}
 */
export const jobs = {
  start: 'build/jobs/start.ts',
  service: 'build/jobs/service.ts',
  compose: 'compose/main.ts',
  'check-show': 'host/check-main.ts',
  test: 'build/jobs/test.ts',
  'test:soak': 'build/jobs/soak.ts',
  'test:packages': 'build/jobs/packages.ts',
  check: 'build/jobs/check.ts',
  bench: 'build/jobs/bench.ts',
  generate: 'build/jobs/generate.ts',
  pack: 'build/jobs/pack.ts',
  companion: 'build/jobs/companion.ts',
  audit: 'build/jobs/audit.ts',
  'pack:stick': 'build/jobs/pack-stick.ts',
  'release:seal': 'build/jobs/release-seal.ts',
  'release:verify': 'build/jobs/release-verify.ts',
};

/**
 * The help of jobs. The programs of other jobs print their own.
 * @type {Readonly<Record<string, string>>}
 */
export const help = {
  start: `npm start -- [flags]   Open the desk on its show.

  --host       Use a browser on this machine instead of an Electron window. Every other flag but --data, --take-over and
               --help implies it, because a window has none of them. (A window asks before it takes over.)
${listed(flagWords)}

In the environment, with --host:
${listed(variableWords)}

While a desk in a browser runs, another start on the same data opens another window of it, or prints its address.
Ctrl-C ends the desk.`,
  'check-show': `npm run check-show -- [flags]   Check everything that could fail tonight, a line each, with what to do.

  --data DIR           The data directory of the desk (default: as for "npm start").
  --credentials FILE   As for "npm start".

A desk that runs on the data is asked. Otherwise the check opens the connections by itself, sends nothing, and saves
nothing. It ends with 1 if something failed, with 2 if it could not check.`,
  test: `npm test -- [filters]   Run the tests whose file names contain a filter; without one all but those of packages.

  -t NAME            Only the tests whose names match NAME.
  --project STAGE    Only those of one stage: unit (Node alone), browser (built pages in Chromium), soak
                     (generated runs, few of them), packages.
  --packages         Also the packages tier.

In the environment:
  OVERLAY_BROWSER    The Chromium or Chrome that runs the tests.
  OVERLAY_RUNS       The share of generated runs, 0.02 by default, 1 for all.
  OVERLAY_SEED       The seed of the generated runs. By default each commit has its own; it is printed.`,
  'test:soak': `npm run test:soak -- [filters]   Run the generated tests at their full numbers: 10,000 sequences of presses,
200 kills, 20,000 damaged bodies, and ten minutes of load, each time from another seed. OVERLAY_RUNS and OVERLAY_SEED count as
for "npm test".`,
  'test:packages': `npm run test:packages -- [filters]   Run the packages tier: the tests that make, sign, install and update packages.
When the whole tier passes, its inputs are recorded in test/build/packages.inputs. Commit this file with the change.

  --changes   Run nothing. Say whether an input changed since the tier passed, and end with 1 if so.`,
  generate: `npm run generate -- [flags]   Write docs/openapi.json, docs/openapi.html and docs/errors.md from their sources,
and the accepted API that "npm run check" compares with.

  --accept   Accept the API even if it breaks clients of the accepted one.`,
  pack: `npm run pack -- [flags]   Build the packages of a system into dist/packages.

  --dir              Only the application as a directory, without the packages around it.
  --system NAME      linux, win32 or darwin (default: that of this machine).
  --processor NAME   x64 or arm64 (default: that of this machine).
  --host             Only the Debian package of the host, which needs no Electron.
  --node DIR         An unpacked distribution of Node for it (default: the installed one).
  --electron DIR     An unpacked distribution of Electron (default: the installed one, or else a download), or a folder
                     of Electron's archives: then all is packed that it has one for.
  --to DIR           Another directory than dist/packages.

Without keys in the environment everything is UNSIGNED. docs/release.md lists them. A table at the end says what was made, and what this
machine lacks.`,
  companion: `npm run companion   Build the module for Bitfocus Companion: dist/companion for its folder of developer modules, and
dist/overlay-desk-companion.tgz, which Companion imports.`,
  audit: `npm run audit -- [flags]   Look for known holes in the packages of package-lock.json. npm asks its registry, which needs a network.

  --from PATH   Take the advisories from a file or a folder instead (OSV form, as osv.dev gives them), without a network.
  --keep        Keep those that are about packages of this project in build/supply/advisories.json, for "npm run check".

It ends with 1 if something matters. What does not is named, with the reason, under "accepted" in that file.`,
  'pack:stick': `npm run pack:stick -- DIR --expires DAY [flags]   Make a folder for a stick: all packages, a signed apt repository,
their hashes and signature, and what is needed to check and install them in a room without a network.

  --expires DAY   The last day on which they are to be installed, such as 2027-11-24.
  --from DIR      Where the packages are (default: dist/packages).

In the environment:
  OVERLAY_RELEASE_KEY   The file with the private Ed25519 key (PEM). Without it the stick is UNSIGNED.
  OVERLAY_GPG_KEY       The key of gpg that signs the apt repository, by its fingerprint. Without it there is none.`,
  'release:seal': `npm run release:seal -- DIR --expires DAY   Write the hashes of a folder of installers, and sign them.

  --expires DAY   The last day on which they are to be installed, such as 2027-11-24.

In the environment:
  OVERLAY_RELEASE_KEY   The file with the private Ed25519 key (PEM). Without it the release is UNSIGNED.`,
  'release:verify': `npm run release:verify -- DIR --key FILE   Check a folder of installers, without a network.

  --key FILE   The public Ed25519 key of whoever makes the releases (PEM).

It ends with 1 if something is wrong, and names it.`,
};
