import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { errorIn } from '../contract/errors.ts';
import { FlagProblem, isFlag, wholeNumber } from './flag-values.ts';
import { isLoopback } from '../contract/loopback.ts';
import { defaultLimits, type Limits, type NetworkTerms } from './http/network-terms.ts';
import type { QuotaTerms } from './http/quota.ts';

export interface NetworkFlags extends Limits {
  host: string;
  allowHost: string[];
  allowOrigin: string[];
  publicUrl?: string;
  publicMediaUrl?: string;
  allowGraphicNetwork: string[];
  mediaHost: string[];
  tlsCert?: string;
  tlsKey?: string;
  quota?: Omit<QuotaTerms, 'header'>;
  quotaHeader: string;
}

const reachOptions = [
  new Option(
    '--host <ADDRESS>',
    'listen on this address; 0.0.0.0 or :: for every address of the machine. Whoever reaches it can read /healthz, ' +
      '/readyz, /metrics and the API document without a password',
  )
    .argParser(checkedAddress)
    .default('127.0.0.1', '127.0.0.1: this machine only'),
  list(
    '--allow-host <NAME>',
    'also answer to this host name. Default: only to the address it listens on. Answers contain addresses with the ' +
      'first name',
    checkedHost,
  ),
  new Option(
    '--public-url <URL>',
    'the address that others use if a proxy stands between, such as https://graphics.example',
  ).argParser((given) => checkedOrigin('--public-url', given)),
  new Option(
    '--public-media-url <URL>',
    'the same for the media address, such as https://media.example; needs --public-url',
  ).argParser((given) => checkedOrigin('--public-media-url', given)),
  list(
    '--allow-origin <URL>',
    'let pages of this origin, such as https://studio.example, read and change. Default: no page of another origin',
    (given) => checkedOrigin('--allow-origin', given),
  ),
  list(
    '--allow-graphic-network <HOST>',
    'let installed graphics reach this host, such as data.example or data.example:8443, if their package requests it. ' +
      'Default: no host',
    (given) => policyHost('--allow-graphic-network', given),
  ),
  list(
    '--media-host <HOST>',
    'let pictures and videos of a show come only from this host, such as images.example, and from the service. ' +
      'Default: any host',
    (given) => policyHost('--media-host', given),
  ),
  new Option('--tls-cert <FILE>', 'use HTTPS with this certificate (PEM, with its chain) ...'),
  new Option('--tls-key <FILE>', '... and its key (PEM)'),
];

const mebibyte = 1024 * 1024;

const limitOptions = [
  limit('--max-body <BYTES>', 'the largest JSON body', [1_024, 256 * mebibyte]),
  limit('--max-update <BYTES>', 'the largest body of an update', [1_024, 256 * mebibyte]),
  limit('--max-upload <BYTES>', 'the largest uploaded picture, video, font or graphic', [1_024, 1024 * mebibyte]),
  limit('--max-account <BYTES>', 'the most that one account may store; 0 for no limit', [0, Number.MAX_SAFE_INTEGER]),
  limit('--max-depth <N>', 'the deepest nesting of arrays and objects in a body', [4, 500, 'levels']),
  limit('--max-items <N>', 'the most items of one update', [1, 1_000_000, 'items']),
  limit('--max-fields <N>', 'the most fields of one update', [1, 1_000_000, 'fields']),
  limit('--max-outputs <N>', 'the most outputs of a new app instance, and the most compositions that it names', [
    1,
    10_000,
    'outputs',
  ]),
  limit('--max-value <BYTES>', 'the longest text as a value', [64, 64 * mebibyte]),
  limit('--max-long-value <BYTES>', 'the longest JSON, or text of several lines, as a value', [64, 64 * mebibyte]),
  limit('--max-name <N>', 'the longest name', [16, 65_536, 'characters']),
  limit('--max-description <N>', 'the longest description of a revision', [16, 1_048_576, 'characters']),
  limit('--max-connections <N>', 'the most open connections, live channels included', [1, 100_000, 'connections']),
  limit('--max-subscribers <N>', 'the most readers of the live channel of one app instance', [1, 100_000, 'readers']),
  limit(
    '--header-timeout <SEC>',
    'the time for the headers of a request; the whole request may take six times as long',
    [1, 600, 'seconds'],
  ),
  limit('--idle-timeout <SEC>', 'how long a connection may be idle', [1, 86_400, 'seconds']),
  new Option(
    '--quota <MINUTE,DAY>',
    'updates and commands that one account may send per minute and per day, as on hosted services; further ones get ' +
      '429 (default: no limit)',
  ).argParser(quotaOf),
  new Option('--quota-header <NAME>', 'the headers NAME-burst-calls and NAME-daily-calls say what is left of the quota')
    .argParser(checkedHeader)
    .default('x-ratelimit', 'x-ratelimit'),
];

export const networkOptions: readonly Option[] = [
  ...reachOptions.map((option) => option.helpGroup('Who may reach it:')),
  ...limitOptions.map((option) => option.helpGroup('Limits:')),
];

/** Throws a {@link FlagProblem} if two flags contradict each other. */
export function networkTerms(flags: NetworkFlags): NetworkTerms {
  const { publicUrl, publicMediaUrl } = flags;
  if ((publicUrl === undefined) !== (publicMediaUrl === undefined)) {
    throw new FlagProblem(
      '--public-url and --public-media-url are needed together, because pictures have an address of their own.',
    );
  }
  return {
    reach: { host: flags.host, allowHosts: flags.allowHost, allowOrigins: flags.allowOrigin, publicUrl },
    publicMediaUrl,
    graphicHosts: flags.allowGraphicNetwork,
    mediaHosts: flags.mediaHost,
    limits: limitsOf(flags),
    tls: tlsOf(flags),
    quota: flags.quota && { ...flags.quota, header: flags.quotaHeader },
  };
}

/** Returns a warning about the service's exposure; undefined if only this machine can reach it. */
export function exposure({ reach: { host }, tls }: NetworkTerms): string | undefined {
  if (isLoopback(host)) return undefined;
  const where = host === '0.0.0.0' || host === '::' ? 'every address of this machine' : host;
  const secret = tls ? '' : ' Without --tls-cert, passwords and tokens cross the network unencrypted.';
  return `This service listens on ${where}. Anyone who reaches it can try passwords and tokens.${secret}`;
}

function list(flags: string, description: string, check: (given: string) => string): Option {
  return new Option(flags, `${description}. Can be repeated`)
    .argParser((given: string, before: readonly string[]) => [...before, check(given)])
    .default([], 'none');
}

type LimitRange = [from: number, to: number, unit?: string];

/** The flag takes seconds; the program uses milliseconds. */
function limit(flags: string, description: string, [from, to, unit = 'bytes']: LimitRange): Option {
  const option = new Option(flags, description);
  const factor = unit === 'seconds' ? 1_000 : 1;
  const read = wholeNumber({ from, to, what: `${option.long ?? flags} takes a number of ${unit}` });
  const usual = defaultLimits[option.attributeName() as keyof Limits];
  return option.argParser((given) => read(given) * factor).default(usual, String(usual / factor));
}

function limitsOf(flags: Limits): Limits {
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  return Object.fromEntries(names.map((name) => [name, flags[name]])) as unknown as Limits;
}

function checkedAddress(given: string): string {
  if (given !== '' && !isFlag(given)) return given;
  throw new FlagProblem('--host takes an address.');
}

function checkedHost(name: string): string {
  if (/^[\w.-]+$|^\[?[\da-f:.]+\]?$/i.test(name) && !isFlag(name)) return name;
  throw new FlagProblem(`--allow-host takes a name without a port, got "${name}".`);
}

/**
 * Returns the host for a content security policy, without default port. Policies allow only letters, digits, dots and
 * dashes in names, and no IPv6.
 */
function policyHost(flag: string, host: string): string {
  const url = isFlag(host) ? null : URL.parse(`https://${host}`);
  if (url && url.host === host.toLowerCase() && /^[a-z\d.-]+(:\d+)?$/.test(url.host)) return url.host;
  throw new FlagProblem(`${flag} takes a host such as data.example:8443, got "${host}".`);
}

function checkedOrigin(flag: string, given: string): string {
  if (given === '*' && flag === '--allow-origin') return given;
  const url = URL.parse(given);
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    `${url.origin}${given.endsWith('/') ? '/' : ''}` === given.toLowerCase()
  ) {
    return url.origin;
  }
  const every = flag === '--allow-origin' ? ', or "*"' : '';
  throw new FlagProblem(`${flag} takes an origin such as https://studio.example${every}, got "${given}".`);
}

function tlsOf({ tlsCert: cert, tlsKey: key }: NetworkFlags): NetworkTerms['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new FlagProblem('--tls-cert and --tls-key are needed together.');
  const files = { cert: fileOf('--tls-cert', cert), key: fileOf('--tls-key', key) };
  try {
    // Loads TLS only when needed, for faster starts.
    process.getBuiltinModule('node:tls').createSecureContext(files);
  } catch (thrown) {
    throw new FlagProblem(`--tls-cert and --tls-key are not a certificate and its key: ${errorIn(thrown).message}.`);
  }
  return files;
}

function fileOf(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (thrown) {
    throw new FlagProblem(`${flag} cannot be read: ${errorIn(thrown).message}.`);
  }
}

function quotaOf(quota: string): Omit<QuotaTerms, 'header'> {
  const [perMinute, perDay] = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(quota)?.slice(1).map(Number) ?? [];
  if (perMinute !== undefined && perDay !== undefined) return { perMinute, perDay };
  throw new FlagProblem(`--quota takes two numbers such as 500,100000, got "${quota}".`);
}

function checkedHeader(name: string): string {
  if (/^[a-z][a-z0-9-]*$/i.test(name)) return name.toLowerCase();
  throw new FlagProblem(`--quota-header takes a header name, got "${name}".`);
}
