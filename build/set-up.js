import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const leastNode = 20;
/** Major version of Node that runs TypeScript directly. */
const ownNode = 24;

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 */

/**
 * Installs the missing packages of package-lock.json. Gives the path of the Node to run on. Throws a sentence that says
 * what failed and what to do.
 * @returns {Promise<string>}
 */
export async function setUp() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < leastNode) {
    throw new Error(
      `This needs Node ${leastNode} or later; this is Node ${process.versions.node}. Get it from nodejs.org.`,
    );
  }
  if (!isSetUp()) {
    console.error('Setting up: installing the packages of package-lock.json. This happens once.');
    install();
    if (projectNode())
      writeFileSync(join(root, 'node_modules/.overlay-desk'), stampOf(read('package-lock.json') ?? ''));
  }
  const node = projectNode();
  if (node) return node;
  if (major === ownNode) return process.execPath;
  throw new Error(
    `Set-up failed: Node ${ownNode} did not come with the packages. If npm is set to ignore install scripts, run ` +
      '"npm rebuild node --ignore-scripts=false" and try again.',
  );
}

function isSetUp() {
  const lock = read('package-lock.json');
  if (lock === undefined) throw new Error('package-lock.json is missing from this copy of the project.');
  const stamp = stampOf(lock);
  if (read('node_modules/.overlay-desk') === stamp) return projectNode() !== undefined;
  // Packages may have been installed by hand.
  const installed = read('node_modules/.package-lock.json');
  if (installed === undefined || !isInstalled(JSON.parse(lock), JSON.parse(installed)) || !projectNode()) return false;
  writeFileSync(join(root, 'node_modules/.overlay-desk'), stamp);
  return true;
}

/**
 * The stamp of node_modules. It includes the platform: a directory that is shared with or copied from another machine
 * holds programs for that machine.
 * @param {string} lock
 */
export function stampOf(lock) {
  return `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`;
}

/**
 * Whether npm's record of installed packages matches a lockfile. Optional packages may be absent, because they are for
 * other platforms.
 * @param {Lock} lock
 * @param {Lock} installed
 */
export function isInstalled(lock, installed) {
  const wanted = Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
  const present = installed.packages ?? {};
  const complete = wanted.every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    return found === undefined ? optional === true : found.version === version && found.integrity === integrity;
  });
  return complete && Object.keys(present).every((path) => lock.packages?.[path] !== undefined);
}

/**
 * Installs the packages of a lockfile. Of all install scripts only those run that `allowScripts` of package.json allows by name: older
 * versions of npm do not know that list, and newer ones run what it does not name.
 * @param {string} base
 */
export function install(base = root) {
  const { allowScripts = {} } = /** @type {{ allowScripts?: Record<string, boolean> }} */ (
    JSON.parse(readFileSync(join(base, 'package.json'), 'utf8'))
  );
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  npm(['ci', '--include=dev', '--ignore-scripts', ...quiet], base);
  if (allowed.length > 0) npm(['rebuild', ...allowed, '--ignore-scripts=false', ...quiet], base);
}

/**
 * @param {string[]} args
 * @param {string} base
 */
function npm(args, base) {
  const done = spawnSync('npm', args, {
    cwd: base,
    stdio: ['ignore', 2, 2],
    // On Windows npm is a script.
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutPackages(process.env.PATH ?? '') },
  });
  if (done.error)
    throw new Error(`Set-up failed: npm could not be started (${done.error.message}). It comes with Node.js.`);
  if (done.status !== 0) {
    throw new Error(
      'Set-up failed: npm could not install the packages; the reason is above. Check that this machine reaches its ' +
        'package registry and has some 1 GB of disk free, then run the same command again.',
    );
  }
}

/**
 * A search path without the packages. Otherwise npm would run on the Node that it is about to replace.
 * @param {string} path
 */
export function pathWithoutPackages(path) {
  return path
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter);
}

function projectNode() {
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(node) ? node : undefined;
}

/** @param {string} path */
function read(path) {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
