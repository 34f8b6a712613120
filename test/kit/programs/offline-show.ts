import { texts } from '../../../renderer/texts/texts.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../browser.ts';
import { builtHost } from '../built.ts';
import { hostOf } from './host-program.ts';

/** What was seen of a first start. */
export interface OfflineShow {
  /** The addresses that the browser asked for, each once. */
  asked: string[];
  /** The families of the fonts that the program picture loaded. */
  fonts: string[];
  /** The words of the graphic that was taken in, as the picture shows them. */
  words: string;
  /** The chapters of the help. */
  chapters: number;
}

/**
 * A program: starts the built host for the first time, opens its demo show in a browser, takes a graphic in and out, opens the help, and prints
 * what it saw (`OfflineShow`). `node offline-show.ts LOG`: LOG gets each connection that the host and its programs open.
 */
async function main(log: string): Promise<OfflineShow> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-offline-'));
  // strace is beside the host, so that a signal ends the host.
  const watched = [
    '-D',
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    'trace=connect,sendto,sendmmsg',
    '-e',
    'signal=none',
    '-o',
    log,
  ];
  const flags = ['--no-open', '--port', '0', '--data', data];
  const child = spawn('strace', [...watched, process.execPath, builtHost, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const host = await hostOf(child, data);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).host));
    page.on('websocket', (socket) => asked.add(new URL(socket.url()).host));
    await page.goto(host.address);
    const row = (tally: string) => page.getByRole('treeitem', { name: new RegExp(`^Lower Third, ${tally}`) });
    await row('OUT').click();
    await page.getByRole('button', { name: texts.take.jumpInName('Lower Third') }).click();
    await row('ON AIR').waitFor();
    const picture = page.frameLocator('iframe[title="Program picture"]');
    const drawn = picture.locator('[data-name="Lower Third"]');
    const words = await drawn.innerText();
    const fonts = await drawn.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
    await page.getByRole('button', { name: texts.take.jumpOutName('Lower Third') }).click();
    await row('OUT').waitFor();
    await page.keyboard.press('F1');
    const titles = page.getByRole('region', { name: 'Help', exact: true }).getByRole('heading', { level: 1 });
    await titles.first().waitFor();
    return { asked: [...asked], fonts: [...new Set(fonts)].sort(), words, chapters: await titles.count() };
  } finally {
    await browser.close();
    await host.close();
  }
}

process.stdout.write(JSON.stringify(await main(process.argv[2] ?? '')));
