import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { firstEmail } from '../contract/service-api/first-email.ts';
import { isUpkeep, readUpkeep, type UpkeepCommand, upkeepHelp } from './commands/read-command.ts';
import type { NetworkTerms } from './http/network-terms.ts';
import { networkHelp, networkOptions, readNetworkFlags } from './network-flags.ts';

/** What the command line asks for. */
export type Command =
  | {
      do: 'serve';
      port: number;
      mediaPort: number;
      data: string;
      seed: 'demo' | undefined;
      outputPage: string;
      exitOnStdinClose: boolean;
      keepPassword: boolean;
      network: NetworkTerms;
    }
  | { do: 'upkeep'; command: UpkeepCommand }
  | { do: 'help'; text: string }
  /** A sentence on what is wrong with the command line. */
  | { do: 'refuse'; problem: string };

const help = `The service of Overlay Desk, alone.

  --port N               listen on this port; 0 takes the port of the last time, or any free one (default 0)
  --media-port N         serve pictures, videos, fonts and graphics on this port, which is another one on purpose: what
                         comes from there can control nothing (default 0, as above)
  --data DIR             keep the shows here (default: data)
  --seed demo            begin with the demo show, where the data directory holds none yet
  --output-page DIR      the built on-air page (default: the one that this program came with)
  --exit-on-stdin-close  stop when standard input closes, that is when the program that started this one has gone
  --keep-password        keep the password of the first user in the file admin-password of the data directory, instead
                         of printing it; --exit-on-stdin-close does the same
  --help                 this text

${networkHelp}
${upkeepHelp}
A first start makes a user with the e-mail address in OVERLAY_ADMIN_USER (default ${firstEmail}) and the
password in OVERLAY_ADMIN_PASSWORD. Without that it makes a password, and prints it once.

When it is ready it prints one line of JSON on standard output. Its log is on standard error.
`;

const flag = { type: 'boolean', default: false } as const;
const options = {
  port: { type: 'string', default: '0' },
  'media-port': { type: 'string', default: '0' },
  data: { type: 'string', default: 'data' },
  seed: { type: 'string' },
  'output-page': { type: 'string' },
  'exit-on-stdin-close': flag,
  'keep-password': flag,
  help: flag,
  ...networkOptions,
} as const;

/** Read the arguments that follow the program's name. `outputPage` is where the page is when no flag says so. */
export function readCommandLine(args: readonly string[], outputPage: string): Command {
  let values;
  try {
    if (isUpkeep(args) && !args.includes('--help')) return { do: 'upkeep', command: readUpkeep(args) };
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (thrown) {
    return { do: 'refuse', problem: `${firstSentence((thrown as Error).message)} Try --help.` };
  }
  if (values.help) return { do: 'help', text: help };
  for (const flag of ['port', 'media-port'] as const) {
    if (/^\d{1,5}$/.test(values[flag]) && Number(values[flag]) <= 65_535) continue;
    return { do: 'refuse', problem: `--${flag} takes a number from 0 to 65535, got "${values[flag]}".` };
  }
  if (values.data === '') return { do: 'refuse', problem: '--data takes a directory.' };
  if (values.seed !== undefined && values.seed !== 'demo') {
    return { do: 'refuse', problem: `--seed knows only "demo", got "${values.seed}".` };
  }
  const network = readNetworkFlags(values);
  if ('problem' in network) return { do: 'refuse', problem: network.problem };
  return {
    do: 'serve',
    port: Number(values.port),
    mediaPort: Number(values['media-port']),
    data: resolve(values.data),
    seed: values.seed,
    outputPage: resolve(values['output-page'] ?? outputPage),
    exitOnStdinClose: values['exit-on-stdin-close'],
    keepPassword: values['keep-password'] || values['exit-on-stdin-close'],
    network: network.terms,
  };
}

/** Node explains unknown options at length; the first sentence says what is wrong. */
function firstSentence(message: string): string {
  return `${message.split(/\. |\n/, 1)[0]?.replace(/\.$/, '') ?? message}.`;
}
