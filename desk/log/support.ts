import { texts } from '../../contract/texts/texts.ts';
import { Readable } from 'node:stream';
import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';
import type { ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { supportCalls } from '../../contract/desk-api/support.ts';
import type { Clock } from '../../contract/clock.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { metrics, readiness } from '../../contract/service-api/health.ts';
import { withinDeadline } from '../app/link/service-call.ts';
import type { AppTarget, OpenApp } from '../app/open-app.ts';
import type { AsRunLog, DeskPorts, Log } from '../ports.ts';
import type { Notices } from '../screens/notices.ts';
import type { Faults } from './faults.ts';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { concealed, holds, maskedText, maskedValue, tellingIn } from './redact.ts';

export interface SupportedDesk {
  clock: Clock;
  outside: Pick<DeskPorts, 'settings' | 'support' | 'deliver'> & {
    asRunLog: Pick<AsRunLog, 'search'>;
    log: Pick<Log, 'recent'>;
  };
  faults: Pick<Faults, 'in'>;
  apps: { readonly all: readonly Pick<OpenApp, 'name' | 'target' | 'view'>[] };
  notices: Pick<Notices, 'list'>;
  backups: { readonly targets: readonly AppTarget[] };
  /** `knownSecrets`: every secret that a bundle must not contain. */
  services: {
    connections: { readonly view: readonly ConnectionView[] };
    secrets: { readonly view: SecretsView };
    knownSecrets(): Promise<string[]>;
  };
  liveData: { sources: { readonly knownSecrets: readonly string[] } };
}

const asRunLines = 2_000;
/** Milliseconds that a service has to answer. */
const deadline = 3_000;

export function supportBundleCalls(desk: SupportedDesk): Calls<{ calls: typeof supportCalls }> {
  return {
    supportBundle: async () => {
      const zip = await bundleOf(desk);
      const day = new Date(desk.clock.now()).toISOString().slice(0, 10);
      const name = `overlay-desk support ${day}.zip`;
      return desk.outside.deliver({ name, mediaType: 'application/zip', content: () => Readable.from([zip]) });
    },
  };
}

async function bundleOf(desk: SupportedDesk): Promise<Uint8Array> {
  const { clock, outside, faults, apps, notices, services } = desk;
  const { support: shell, log } = outside;
  const [asRun, deskLog, answers, known] = await Promise.all([
    asRunOf(desk),
    // A missing log does not prevent a bundle; the sentence gives the reason.
    log.recent().catch((thrown: unknown) => [faults.in('support')(thrown).message]),
    Promise.all(servicesOf(desk).map((service) => answersOf(clock, service))),
    secretsOf(desk),
  ]);
  const facts = {
    now: clock.now(),
    versions: shell.versions(),
    environment: await shell.environment(),
    settings: settingsOf(outside),
    apps: apps.all.map((app) => app.view()),
    connections: services.connections.view,
    secrets: services.secrets.view,
    notices: notices.list.map(({ text }) => text),
    log: shell.log(),
  };
  return supportZip(supportParts({ ...facts, deskLog, asRun, services: answers }, known), known);
}

/** An unreadable file was already set aside, with a notice. */
function settingsOf({ settings }: SupportedDesk['outside']): unknown {
  try {
    return settings.read();
  } catch (error) {
    return { unreadable: errorIn(error).message };
  }
}

/** Lists every service once, with the name of one of its apps. */
function servicesOf({ apps }: SupportedDesk): { app: string; target: AppTarget }[] {
  const services = new Map<string, { app: string; target: AppTarget }>();
  for (const { name: app, target } of apps.all) {
    if (target && !services.has(target.base)) services.set(target.base, { app, target });
  }
  return [...services.values()];
}

async function secretsOf({ apps, backups, services, liveData }: SupportedDesk): Promise<string[]> {
  const targets = [...apps.all.flatMap(({ target }) => target ?? []), ...backups.targets];
  // A secret that cannot be read is unknown.
  const accounts = await Promise.all(targets.map(async ({ account }) => account?.().catch(() => undefined)));
  return [
    ...targets.map(({ token }) => token),
    ...accounts.flatMap((account) => account?.password ?? []),
    ...(await services.knownSecrets()),
    ...liveData.sources.knownSecrets,
  ];
}

/** Oldest first. An unreadable log does not prevent a bundle. */
async function asRunOf({ outside, faults }: SupportedDesk): Promise<AsRunEntry[]> {
  const lines: AsRunEntry[] = [];
  let next: string | null = null;
  try {
    do {
      const size = Math.min(500, asRunLines - lines.length);
      const page = await outside.asRunLog.search({ query: {}, next, size });
      lines.push(...page.lines);
      ({ next } = page);
    } while (next !== null && lines.length < asRunLines);
  } catch (thrown) {
    faults.in('support')(thrown);
  }
  return lines.reverse();
}

async function answersOf(
  clock: Clock,
  { app, target: { base, connection } }: { app: string; target: AppTarget },
): Promise<ServiceAnswers> {
  const ask = async ({ method, path }: { method: string; path: string }): Promise<string> => {
    try {
      const { status, body } = await withinDeadline(clock, deadline, (signal) =>
        connection.request({ method, url: base + path }, signal),
      );
      return status === 200 ? body : texts.log.answered(status);
    } catch {
      // The bundle also has the connection with the reason.
      return texts.log.silent;
    }
  };
  const [ready, metricsText] = await Promise.all([ask(readiness), ask(metrics)]);
  return { app, ready, metrics: metricsText };
}

/** The service's answers verbatim, or the reason for no answer. */
interface ServiceAnswers {
  app: string;
  ready: string;
  metrics: string;
}

export interface SupportFacts {
  /** Milliseconds since the epoch. */
  now: number;
  versions: Record<string, string>;
  environment: Record<string, unknown>;
  settings: unknown;
  apps: readonly AppView[];
  connections: readonly ConnectionView[];
  secrets: SecretsView;
  notices: readonly string[];
  log: readonly string[];
  /** The newest records of the desk's log, as lines of JSON. */
  deskLog: readonly string[];
  /** Oldest first. */
  asRun: readonly AsRunEntry[];
  services: readonly ServiceAnswers[];
}

/**
 * Builds the files from explicitly selected, masked fields. `known` secrets are also removed from log lines, which may
 * be older than the desk's knowledge of the secret.
 */
export function supportParts(facts: SupportFacts, known: readonly string[]): Map<string, string> {
  const { now, versions, environment } = facts;
  const parts = new Map<string, string>();
  const logLines = (texts: readonly string[]): string => lines(texts.map((text) => maskedText(concealed(text, known))));
  const add = (name: string, value: unknown): void => void parts.set(name, json(value));
  add('about.json', { made: new Date(now).toISOString(), versions, environment });
  add('settings.json', facts.settings ?? null);
  add('connections.json', { connections: facts.connections.map(connectionPart), store: storePart(facts.secrets) });
  add('apps.json', facts.apps.map(appPart));
  add('notices.json', facts.notices);
  parts.set('log.txt', logLines(facts.log));
  parts.set('desk.jsonl', logLines(facts.deskLog));
  parts.set('as-run.jsonl', lines(facts.asRun.map((line) => JSON.stringify(maskedValue(line)))));
  for (const [at, { app, ready, metrics }] of facts.services.entries()) {
    add(`service-${at + 1}/ready.json`, { app, ready });
    parts.set(`service-${at + 1}/metrics.txt`, maskedText(metrics));
  }
  return parts;
}

/** Throws `secret-found` with the part's name, and makes no zip, if a part may contain a secret. */
export async function supportZip(parts: ReadonlyMap<string, string>, secrets: readonly string[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of parts) {
    const found = secrets.some((secret) => holds(text, secret)) ? texts.log.ownSecret : tellingIn(text);
    if (found !== undefined) throw new OverlayError('secret-found', texts.log.noBundle(name, found));
    zip.addBuffer(Buffer.from(text), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function connectionPart({ id, name, kind, base, status, reason, hasSecret, ...rest }: ConnectionView) {
  const { proxy, certificates, apps } = rest;
  const shown = { id, name, kind, base, status, reason, filled: hasSecret };
  return { ...shown, proxy: proxy.use, certificates: certificates.length, apps };
}

function storePart({ state, backend }: SecretsView) {
  return { state, backend };
}

function appPart({ key, name, kind, connection, truth, app, outputs, quota, backup }: AppView) {
  return { key, name, kind, connection, truth, id: app?.id ?? null, outputs, quota, backup };
}

function json(value: unknown): string {
  return `${JSON.stringify(maskedValue(value), undefined, 2)}\n`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
