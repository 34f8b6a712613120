import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasDisplay } from '../../host/browser.ts';
import { dataDirectory, type Machine } from '../../node/data-directory.ts';
import { hostFlags, hostProgram } from '../../host/flags.ts';
import { become, becomeScript } from '../become.js';
import { build } from '../built.ts';
import { electronBinary } from '../electron-binary.ts';
import { root } from '../set-up.js';

/** In an Electron window if possible, else with the host. */
const machine: Machine = { platform: process.platform, env: process.env, home: homedir() };
const { forHost, wantsHost } = split(process.argv.slice(2));
// Both shells get the same directory, so that both open the same show.
const data = hostFlags(forHost).data ?? dataDirectory(machine);
const electron = wantsHost ? undefined : electronFor(machine);
if (electron === undefined) {
  build(['output', 'renderer']);
  becomeScript(process.execPath, [join(root, 'host/main.ts'), ...forHost, '--data', data]);
} else {
  build(['output', 'renderer', 'electron']);
  // Chromium refuses to run its sandbox as root on Linux.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  become(electron, [...asRoot, root, '--data', data]);
}

/** Extracts the host's flags. `--host` selects the host, and so does every flag that only the host has. */
function split(args: string[]): { forHost: string[]; wantsHost: boolean } {
  const forHost = args.filter((arg) => arg !== '--host');
  const program = hostProgram().parse(forHost, { from: 'user' });
  const ofHostAlone = ['port', 'credentials', 'open', 'forgetBrowsers', 'address', 'version'].some(
    (name) => program.getOptionValueSource(name) === 'cli',
  );
  return { forHost, wantsHost: forHost.length < args.length || ofHostAlone };
}

function electronFor(machine: Machine): string | undefined {
  if (!hasDisplay(machine)) {
    console.error('This machine has no display, so the desk opens no window.');
    return undefined;
  }
  const electron = electronBinary();
  if ('path' in electron) return electron.path;
  console.error(`Electron is not available (${electron.problem}), so the desk opens in a browser.`);
  return undefined;
}
