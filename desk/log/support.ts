import { Readable } from 'node:stream';
import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';
import type { ConnectionView, SecretsView } from '../../contract/desk-api/connections.ts';
import type { supportCalls } from '../../contract/desk-api/support.ts';
import type { Clock } from '../../contract/clock.ts';
import { errorIn } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { metrics, readiness } from '../../contract/service-api/health.ts';
import { withinDeadline } from '../app/link/service-call.ts';
import type { AppTarget, OpenApp } from '../app/open-app.ts';
import type { AsRunLog, DeskPorts, Log } from '../ports.ts';
import type { Notices } from '../screens/notices.ts';
import { type ServiceAnswers, supportParts, supportZip } from './bundle.ts';
import type { Faults } from './faults.ts';

/** What a bundle reads of the desk. */
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
      return status === 200 ? body : `It answered ${status}.`;
    } catch {
      // The bundle also has the connection with the reason.
      return 'It did not answer.';
    }
  };
  const [ready, metricsText] = await Promise.all([ask(readiness), ask(metrics)]);
  return { app, ready, metrics: metricsText };
}
