import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, chromium, type Page } from 'playwright';
import { patience } from '../../build/test-patience.ts';
import { builtShell } from '../kit/built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const double = fileURLToPath(new URL('../electron-double/register.ts', import.meta.url));

/** A shell that runs, as built: under Electron where its binary is here, else under the double. */
export interface Shell {
  kind: 'electron' | 'double';
  /** The window's page, with the screens asked for. */
  page: Page;
  /** What it has said on stderr so far. */
  log(): string;
  /** Kill the window's renderer, wait until the screens are there again, and evaluate this in them. */
  crashScreen(expression: string): Promise<unknown>;
  /** Quit, as the system or the menu does. */
  close(): Promise<void>;
  /** Resolves with its exit code when it has ended, however that came. */
  ended: Promise<number | null>;
}

/** Electron's binary, or the reason why there is none to use. */
export function electronBinary(): { binary: string } | { missing: string } {
  const folder = join(root, 'node_modules/electron');
  const name = join(folder, 'path.txt');
  const binary =
    existsSync(name) &&
    join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(name, 'utf8'));
  if (!binary || !existsSync(binary)) return { missing: "Electron's binary is not installed here" };
  const blind = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  return blind ? { missing: 'Electron has no display to show a window on here' } : { binary };
}

/** How a shell is started. */
interface Start {
  /** The words that start Node, for the double; Node itself if undefined. */
  node?: readonly [program: string, ...words: string[]];
  /** The main program; that of `dist/` if undefined. */
  program?: string;
  /** The working directory; that of the project if undefined. */
  cwd?: string;
  /** The data directory that the command line names; none if undefined. */
  data?: string;
  /** A show file that the system opens with it; none if undefined. */
  show?: string;
  /** Further variables in its environment. */
  env?: Record<string, string>;
}

/** Start the built shell. */
export async function launchShell(start: Start): Promise<Shell> {
  const electron = electronBinary();
  return 'binary' in electron ? launchElectron(electron.binary, start) : launchDouble(start);
}

/** Start the built shell once more on the data directory of one that runs. Gives how it ended, and what it said. */
export function startAgain(data: string, ...more: string[]): Promise<Ended> {
  const electron = electronBinary();
  const words = [builtShell, '--data', data, ...more];
  return 'binary' in electron ? run(electron.binary, words, root) : runDouble(words, root);
}

/** How a shell ended, and what it said on stderr. */
interface Ended {
  code: number | null;
  said: string;
}

/** Runs a shell under the double until it ends by itself. `words`: its main program and its flags. */
export function runDouble(words: readonly string[], cwd: string): Promise<Ended> {
  return run(process.execPath, ['--import', double, ...words], cwd);
}

async function run(program: string, words: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(program, words, { cwd });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

const flags = ({ data, show }: Start): string[] => [
  ...(data === undefined ? [] : ['--data', data]),
  ...(show === undefined ? [] : [show]),
];
const environment = ({ env }: Start): Record<string, string> => ({ ...process.env, ...env }) as Record<string, string>;

async function launchElectron(executablePath: string, start: Start): Promise<Shell> {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [builtShell, ...flags(start), ...asRoot];
  const app = await _electron.launch({ executablePath, args, cwd: root, env: environment(start) });
  const page = await app.firstWindow();
  return shell({ kind: 'electron', page, process: app.process(), close: () => app.close() });
}

/** Starts a shell under the double, even where Electron's binary is. */
export async function launchDouble(start: Start): Promise<Shell> {
  const { node: [node, ...words] = [process.execPath], program = builtShell, cwd = root } = start;
  const child = spawn(node, [...words, '--import', double, program, ...flags(start)], {
    cwd,
    env: environment(start),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await devToolsAddress(child));
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The double has no window.');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return shell({ kind: 'double', page, process: child, close });
}

function devToolsAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => {
      reject(new Error(`The shell ended with exit code ${String(code)}: ${said}`));
    });
  });
}

type Started = Pick<Shell, 'kind' | 'page' | 'close'> & { process: ChildProcess };

async function shell({ process, ...started }: Started): Promise<Shell> {
  const { page } = started;
  page.setDefaultTimeout(patience.wait);
  let log = '';
  process.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => process.once('exit', resolve));
  await page.waitForURL(/index\.html$/);
  return { ...started, log: () => log, ended, crashScreen: (expression) => crashScreen(page, expression) };
}

async function crashScreen(page: Page, expression: string): Promise<unknown> {
  const loaded = new Promise((resolve) => page.once('load', resolve));
  const crasher = await page.context().newCDPSession(page);
  // The renderer is gone before it can answer.
  crasher.send('Page.crash').catch(() => undefined);
  await loaded;
  // Not through the page: Playwright takes one that crashed for lost.
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  return result.value;
}
