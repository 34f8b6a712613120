import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { escaped } from '../../../build/manual/markdown.ts';
import { root } from '../../../build/set-up.js';
import { launchBrowser } from '../browser.ts';

/**
 * Draws the pictures of `docs/images/install/` for Linux from what really happens: a stick is checked in a Debian without a network, the
 * desk is installed from it, and starts for the first time. A picture of a terminal shows what the terminal was sent. docs/release.md
 * says how this is run.
 */

const [stick = '', key = '', debian = ''] = process.argv.slice(2).map((path) => resolve(path));
const images = join(root, 'docs/images/install');
const folder = '/media/stick';
const named = (pattern: RegExp): string => readdirSync(stick).find((name) => pattern.test(name)) ?? '';

mkdirSync(images, { recursive: true });
cpSync(stick, join(debian, folder), { recursive: true });
copyFileSync(key, join(debian, 'root/overlay-desk.pem'));
const browser = await launchBrowser();
await terminal('linux-verify', 'sh verify.sh /root/overlay-desk.pem');
await terminal('linux-install', `apt install ./${named(/-linux-x64\S*\.deb$/)}`);
inDebian(`apt install --yes ./${named(/^overlay-desk-host_\S+\.deb$/)}`);
await firstStart('linux-start');
await browser.close();

/** Runs a command in the folder of the stick, with a terminal and without a network. Gives what the terminal was sent. */
function inDebian(command: string): string {
  const there = `cd ${folder} && ${command}`;
  const words = `unshare --net --mount sh -c "mount --rbind /dev '${debian}/dev' && chroot '${debian}' sh -c '${there}'"`;
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const said = execFileSync('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
    encoding: 'utf8',
    env,
  });
  // Of a line that was written over, the last is seen.
  return said.replaceAll(/\r+\n/g, '\n').replaceAll(/^.*\r/gm, '');
}

async function terminal(name: string, command: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 860, height: 200 } });
  const lines = `<b>root@room:${folder}#</b> ${escaped(command)}\n${escaped(inDebian(command))}`;
  await page.setContent(`<body style="margin:0"><pre style="margin:0;padding:14px;background:#16191d;color:#e6e6e6;
    white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.35 'DejaVu Sans Mono',monospace">${lines}</pre>`);
  save(name, await page.locator('pre').screenshot());
  await page.close();
}

/** The desk as it opens after it was installed. */
async function firstStart(name: string): Promise<void> {
  const host = spawn('chroot', [debian, 'overlay-desk-host', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  for await (const line of createInterface(host.stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    await page.goto(address);
    break;
  }
  await page.getByRole('treeitem', { name: /^Lower Third, OUT/ }).waitFor();
  await page.frameLocator('iframe[title="Program picture"]').locator('html[data-revision]').waitFor();
  save(name, await page.screenshot());
  host.kill('SIGINT');
  await once(host, 'exit');
}

/** Writes a picture with few colours, so that the manual stays small. */
function save(name: string, picture: Buffer): void {
  writeFileSync(join(images, `${name}.png`), execFileSync('pngquant', ['--speed', '1', '64', '-'], { input: picture }));
}
