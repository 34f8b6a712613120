import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isLoopback } from './http/gate.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import type { NetworkTerms } from './http/network-terms.ts';
import type { QuotaTerms } from './http/quota.ts';

/** What a client may ask: the flag, the smallest and the largest value, and what one unit of it is. */
const limitFlags = {
  maxBody: { flag: 'max-body', from: 1_024, to: 256 * 1024 * 1024, unit: 1, says: 'bytes' },
  maxUpload: { flag: 'max-upload', from: 1_024, to: 1024 * 1024 * 1024, unit: 1, says: 'bytes' },
  maxDepth: { flag: 'max-depth', from: 4, to: 500, unit: 1, says: 'levels' },
  maxItems: { flag: 'max-items', from: 1, to: 1_000_000, unit: 1, says: 'items' },
  maxConnections: { flag: 'max-connections', from: 1, to: 100_000, unit: 1, says: 'connections' },
  maxSubscribers: { flag: 'max-subscribers', from: 1, to: 100_000, unit: 1, says: 'readers' },
  headerTimeout: { flag: 'header-timeout', from: 1, to: 600, unit: 1_000, says: 'seconds' },
  idleTimeout: { flag: 'idle-timeout', from: 1, to: 86_400, unit: 1_000, says: 'seconds' },
} as const satisfies Record<keyof Limits, object>;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;

/** The options of the command line, as `parseArgs` of Node takes them. */
export const networkOptions = {
  host: text,
  'allow-host': texts,
  'allow-origin': texts,
  'public-url': text,
  'public-media-url': text,
  'allow-graphic-network': texts,
  'media-host': texts,
  'tls-cert': text,
  'tls-key': text,
  'max-body': text,
  'max-upload': text,
  'max-depth': text,
  'max-items': text,
  'max-connections': text,
  'max-subscribers': text,
  'header-timeout': text,
  'idle-timeout': text,
  quota: text,
  'quota-header': text,
} as const;

type Flag = keyof typeof networkOptions;
type FlagValues = { [Name in Flag]?: (typeof networkOptions)[Name] extends { multiple: true } ? string[] : string };

const { maxBody, maxUpload, maxDepth, maxItems, maxConnections, maxSubscribers, headerTimeout, idleTimeout } =
  defaultLimits;

/** What `--help` says of them. */
export const networkHelp = `Who may reach it:
  --host ADDRESS         listen on this address; 0.0.0.0 or :: for all of the machine (default 127.0.0.1: this
                         machine only)
  --allow-host NAME      it may also be addressed by this name; give it again for further ones. Without it, only by
                         the address that it listens on. The first one stands in the addresses that answers carry
  --public-url URL       how others reach it where something stands between, such as https://graphics.example
  --public-media-url URL the same for the media address, such as https://media.example; it goes with --public-url
  --allow-origin URL     pages of this origin, such as https://studio.example, may read and change; give it again for
                         further ones. Without it, no page of another origin may
  --allow-graphic-network HOST
                         installed graphics may reach this host, such as data.example or data.example:8443, where their
                         package asks for it; give it again for further ones. Without it, none reaches anything
  --media-host HOST      pictures and videos of a show may come from this host, such as images.example, and from no other
                         but the service; give it again for further ones. Without it, from any
  --tls-cert FILE        speak HTTPS with this certificate (PEM, with all that stands above it) ...
  --tls-key FILE         ... and its key (PEM)

What they may ask:
  --max-body BYTES       of a JSON body (default ${maxBody})
  --max-upload BYTES     of a picture, video, font or graphic that is uploaded (default ${maxUpload})
  --max-depth N          arrays and objects of a body that stand in each other (default ${maxDepth})
  --max-items N          items of one update (default ${maxItems})
  --max-connections N    connections at the same time, live channels included (default ${maxConnections})
  --max-subscribers N    readers of the live channel of one app instance (default ${maxSubscribers})
  --header-timeout SEC   for the headers of a request; the whole request may take six times as long (default ${headerTimeout / 1000})
  --idle-timeout SEC     for a connection that says nothing (default ${idleTimeout / 1000})
  --quota MINUTE,DAY     updates and commands of one account in a minute and in a day, as hosted services have it;
                         the answer to one more is 429 (default: as many as come)
  --quota-header NAME    what is left stands in the headers NAME-burst-calls and NAME-daily-calls (default
                         x-ratelimit)
`;

/** The terms that the flags ask for, or a sentence on what is wrong with them. */
export function readNetworkFlags(values: FlagValues): { terms: NetworkTerms } | { problem: string } {
  try {
    const { host = '127.0.0.1', 'allow-host': allowHosts = [], 'allow-origin': origins = [] } = values;
    if (host === '') throw new FlagProblem('--host takes an address.');
    const reach = {
      host,
      allowHosts: allowHosts.map(checkedHost),
      allowOrigins: origins.map((given) => checkedOrigin('--allow-origin', given)),
      publicUrl: publicUrlOf('public-url', values),
    };
    const publicMediaUrl = publicUrlOf('public-media-url', values);
    if ((reach.publicUrl === undefined) !== (publicMediaUrl === undefined)) {
      throw new FlagProblem('--public-url and --public-media-url go together: pictures have an address of their own.');
    }
    const graphicHosts = hostsOf('allow-graphic-network', values);
    const mediaHosts = hostsOf('media-host', values);
    return {
      terms: {
        reach,
        publicMediaUrl,
        graphicHosts,
        mediaHosts,
        limits: limitsOf(values),
        tls: tlsOf(values),
        quota: quotaOf(values),
      },
    };
  } catch (thrown) {
    if (thrown instanceof FlagProblem) return { problem: thrown.message };
    throw thrown;
  }
}

/** What whoever starts the service is to know of where it listens; undefined where it is on this machine only. */
export function exposure({ reach: { host }, tls }: NetworkTerms): string | undefined {
  if (isLoopback(host)) return undefined;
  const where = host === '0.0.0.0' || host === '::' ? 'every address of this machine' : host;
  const secret = tls ? '' : ' Without --tls-cert, passwords and tokens cross the network as they are.';
  return `This service listens on ${where}: whoever reaches it can try passwords and tokens.${secret}`;
}

class FlagProblem extends Error {}

function limitsOf(values: FlagValues): Limits {
  const limits = { ...defaultLimits };
  for (const [name, { flag, from, to, unit, says }] of Object.entries(limitFlags)) {
    const given = values[flag];
    if (given === undefined) continue;
    limits[name as keyof Limits] = numberOf(given, { from, to, what: `--${flag} takes a number of ${says}` }) * unit;
  }
  return limits;
}

function numberOf(given: string, { from, to, what }: { from: number; to: number; what: string }): number {
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= from && number <= to) return number;
  throw new FlagProblem(`${what} from ${from} to ${to}, got "${given}".`);
}

function checkedHost(name: string): string {
  if (/^[\w.-]+$|^\[?[\da-f:.]+\]?$/i.test(name)) return name;
  throw new FlagProblem(`--allow-host takes a name without a port, got "${name}".`);
}

/**
 * As they stand in an address: a usual port is not written. They become part of a policy of pages, in which a name has
 * letters, digits, dots and dashes, and an address of IPv6 cannot stand.
 */
function hostsOf(flag: 'allow-graphic-network' | 'media-host', values: FlagValues): string[] {
  return (values[flag] ?? []).map((host) => {
    const url = URL.parse(`https://${host}`);
    if (url && url.host === host.toLowerCase() && /^[a-z\d.-]+(:\d+)?$/.test(url.host)) return url.host;
    throw new FlagProblem(`--${flag} takes a host such as data.example:8443, got "${host}".`);
  });
}

function publicUrlOf(flag: 'public-url' | 'public-media-url', values: FlagValues): string | undefined {
  const given = values[flag];
  return given === undefined ? undefined : checkedOrigin(`--${flag}`, given);
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

function tlsOf({ 'tls-cert': cert, 'tls-key': key }: FlagValues): NetworkTerms['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new FlagProblem('--tls-cert and --tls-key go together.');
  const files = { cert: fileOf('--tls-cert', cert), key: fileOf('--tls-key', key) };
  try {
    createSecureContext(files);
  } catch (thrown) {
    throw new FlagProblem(`--tls-cert and --tls-key are no certificate and its key: ${(thrown as Error).message}.`);
  }
  return files;
}

function fileOf(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (thrown) {
    throw new FlagProblem(`${flag} cannot be read: ${(thrown as Error).message}.`);
  }
}

function quotaOf({ quota, 'quota-header': header = 'x-ratelimit' }: FlagValues): QuotaTerms | undefined {
  if (!/^[a-z][a-z0-9-]*$/i.test(header)) throw new FlagProblem(`--quota-header takes a header name, got "${header}".`);
  if (quota === undefined) return undefined;
  const [perMinute, perDay] = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(quota)?.slice(1).map(Number) ?? [];
  if (perMinute === undefined || perDay === undefined) {
    throw new FlagProblem(`--quota takes two numbers such as 500,100000, got "${quota}".`);
  }
  return { perMinute, perDay, header: header.toLowerCase() };
}
