import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { systemClock } from '../node/clock.ts';
import { keepCompiledCode } from '../node/compiled-code.ts';
import { restorePlanned } from '../node/updates/data-copies.ts';
import { dataDirectory, keepFilesPrivate, type Machine } from '../node/data-directory.ts';
import { DataInUse, lockData } from '../node/data-lock.ts';
import { versionText } from '../node/updates/installed.ts';
import { onTakeOver, takeOver } from '../node/take-over.ts';
import { programLog } from '../node/program-log.ts';
import { browserPlaces, hasDisplay, openWindow } from './browser.ts';
import { installed, openDeskOn, version } from './desk-on-data.ts';
import { type HostFlags, hostFlags } from './flags.ts';
import { openHost } from './host.ts';
import { Visitors } from './visitors.ts';
import { keepNextAddress, readNextAddress, runningAddress } from './next-address.ts';
import { places } from './places.ts';
import { hostHelp } from './usage.js';

keepFilesPrivate();

/** Milliseconds. */
const mostToEnd = 10_000;
const machine: Machine = { platform: process.platform, env: process.env, home: homedir() };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const output = programLog((line) => void process.stderr.write(`${line}\n`), systemClock.now);
const { say } = output;

function browserHere(): string | undefined {
  return hasDisplay(machine) ? browserPlaces(machine).find((path) => existsSync(path)) : undefined;
}

function openWindowAt(
  address: string,
  { browser, data }: { browser: string; data: string },
  closed: () => void,
): () => void {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  return openWindow({ browser, address, data, asRoot }, closed).close;
}

function openRunningDesk(data: string, flags: HostFlags, inUse: DataInUse): void {
  const address = readNextAddress(data);
  // A desk in its own window has no address, nor has a desk on another machine.
  if (address === undefined) throw inUse;
  if (flags.forgetBrowsers) throw new Error(`${inUse.message} --forget-browsers counts from its next start.`);
  const browser = flags.open ? browserHere() : undefined;
  print(browser ? 'The desk runs already. It opens in another window.' : `The desk runs already. It is at ${address}`);
  if (browser) openWindowAt(address, { browser, data }, () => undefined);
}

async function main(): Promise<void> {
  const flags = hostFlags(process.argv.slice(2));
  if (flags.help) return print(hostHelp);
  if (flags.version) return print(versionText(installed));
  const data = flags.data ?? dataDirectory(machine);
  if (flags.address) return print(runningAddress(data));
  keepCompiledCode(data, process.env);
  try {
    await runDesk(data, flags, lockData(data));
  } catch (error) {
    if (!(error instanceof DataInUse)) throw error;
    if (!flags.takeOver) return openRunningDesk(data, flags, error);
    say(`${error.what} It is asked to end.`);
    await runDesk(data, flags, await takeOver(data, systemClock));
  }
}

async function runDesk(data: string, flags: HostFlags, unlock: () => void): Promise<void> {
  say(`Overlay Desk ${version}, data in ${data}.`);
  const restored = restorePlanned(data, { version: installed.version, now: systemClock.now() });
  if (restored !== undefined) say(restored);
  const { desk, downloads, close } = openDeskOn(data, { credentials: flags.credentials, output });
  const visitors = new Visitors(data, say);
  if (flags.forgetBrowsers) visitors.forget();
  let ownWindow: string | undefined;
  const onAddressUsed = (used: string): void => {
    next.used(used);
    if (used !== ownWindow) say(`A screen connected. Another one can connect at ${next.now}`);
  };
  const choices = { port: flags.port, screens: places.screens, desk, downloads, visitors, onAddressUsed };
  const host = await openHost(choices).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const next = keepNextAddress(data, () => host.address(), say);
  const browser = flags.open ? browserHere() : undefined;
  print(`${browser ? 'The desk opens in a window. Another screen' : 'The desk'} is at ${next.now}`);
  print('An address lets one browser in, once. Another start with --address prints the next one.');
  let closeWindow = (): void => undefined;
  if (browser) {
    ownWindow = host.address();
    closeWindow = openWindowAt(ownWindow, { browser, data }, () =>
      say(`The window is closed. The desk keeps running: another start opens it again. Or open it at ${next.now}`),
    );
  }
  const end = endOnce(async () => {
    leaveTakeOver();
    closeWindow();
    next.remove();
    await host.close();
    await close();
    unlock();
  });
  const leaveTakeOver = onTakeOver(data, { clock: systemClock }, () => {
    say('Another desk takes this show over, so this one ends.');
    end();
  });
}

/** Ends once: Ctrl-C may arrive repeatedly, because a parent program may pass it on. */
function endOnce(close: () => Promise<void>): () => void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => failed('The desk did not end in time.'), mostToEnd);
    close().then(() => process.exit(0), failed);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return end;
}

function failed(error: unknown): void {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(failed);
