import { Readable } from 'node:stream';
import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';
import type { supportCalls } from '../../contract/desk-api/support.ts';
import type { Calls } from '../../contract/link/link.ts';
import { metrics, readiness } from '../../contract/service-api/health.ts';
import type { AsRunLog, ConnectionPort, DeliverFile, Log, SupportPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { errorIn, type KnownError } from '../../contract/errors.ts';
import { type ServiceAnswers, type SupportFacts, supportParts, supportZip } from './bundle.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { AppTarget } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { Notices } from '../screens/notices.ts';
import type { Faults } from './faults.ts';
import type { DeskPorts } from '../ports.ts';
import { withinDeadline } from '../app/link/within-deadline.ts';

interface SupportedDesk extends Pick<SupportPorts, 'clock'> {
  outside: DeskPorts;
  faults: Faults;
  apps: OpenApps;
  notices: Notices;
  backups: { readonly targets: readonly AppTarget[] };
  /** `knownSecrets`: every secret that a bundle must not contain. */
  services: Pick<DeskView, 'connections' | 'secrets'> & { knownSecrets(): Promise<string[]> };
  liveData: { sources: { readonly knownSecrets: readonly string[] } };
}

export function supportBundleCalls(desk: SupportedDesk): Support['calls'] {
  const { clock, apps, notices, faults, outside, backups, services, liveData } = desk;
  return new Support({
    clock,
    shell: outside.support,
    asRunLog: outside.asRunLog,
    log: outside.log,
    knownError: faults.in('support'),
    deliver: outside.deliver,
    desk: () => ({
      settings: settingsOf(outside),
      apps: apps.all.map((app) => app.view()),
      connections: services.connections,
      secrets: services.secrets,
      notices: notices.list.map(({ text }) => text),
    }),
    services: () => servicesOf(apps),
    secrets: async () => [
      ...(await secretsOf([...targetsOf(apps), ...backups.targets])),
      ...(await services.knownSecrets()),
      ...liveData.sources.knownSecrets,
    ],
  }).calls;
}

/** An unreadable file was already set aside, with a notice. */
function settingsOf({ settings }: Pick<DeskPorts, 'settings'>): unknown {
  try {
    return settings.read();
  } catch (error) {
    return { unreadable: errorIn(error).message };
  }
}

function servicesOf(apps: OpenApps): ReturnType<SupportPorts['services']> {
  const services = new Map<string, ReturnType<SupportPorts['services']>[number]>();
  for (const { name: app, target } of apps.all) {
    if (target && !services.has(target.base)) services.set(target.base, { app, ...target });
  }
  return [...services.values()];
}

function targetsOf(apps: OpenApps): AppTarget[] {
  return apps.all.flatMap(({ target }) => target ?? []);
}

async function secretsOf(targets: readonly AppTarget[]): Promise<string[]> {
  // A secret that cannot be read is unknown.
  const accounts = await Promise.all(targets.map(async ({ account }) => account?.().catch(() => undefined)));
  return [...targets.map(({ token }) => token), ...accounts.flatMap((account) => account?.password ?? [])];
}

const asRunLines = 2_000;
/** Milliseconds that a service has to answer. */
const deadline = 3_000;

export interface SupportPorts {
  clock: Clock;
  shell: SupportPort;
  asRunLog: Pick<AsRunLog, 'search'>;
  log: Pick<Log, 'recent'>;
  knownError: KnownError;
  deliver: DeliverFile;
  desk(): Pick<SupportFacts, 'settings' | 'apps' | 'connections' | 'secrets' | 'notices'>;
  /** Lists every service once, with the name of one of its apps. */
  services(): { app: string; base: string; connection: Pick<ConnectionPort, 'request'> }[];
  /** Includes passwords, tokens and passphrases. */
  secrets(): Promise<string[]>;
}

export class Support {
  readonly #ports: SupportPorts;

  constructor(ports: SupportPorts) {
    this.#ports = ports;
  }

  readonly calls: Calls<{ calls: typeof supportCalls; events: Record<string, never> }> = {
    supportBundle: async () => {
      const zip = await this.#zip();
      const day = new Date(this.#ports.clock.now()).toISOString().slice(0, 10);
      const name = `overlay-desk support ${day}.zip`;
      return this.#ports.deliver({ name, mediaType: 'application/zip', content: () => once(zip) });
    },
  };

  async #zip(): Promise<Uint8Array> {
    const { clock, shell, desk, services, secrets } = this.#ports;
    const [asRun, deskLog, answers, known] = await Promise.all([
      this.#asRun(),
      this.#deskLog(),
      Promise.all(services().map((service) => this.#ask(service))),
      secrets(),
    ]);
    const facts = { ...desk(), now: clock.now(), versions: shell.versions(), environment: await shell.environment() };
    const parts = supportParts({ ...facts, log: shell.log(), deskLog, asRun, services: answers }, known);
    return supportZip(parts, known);
  }

  /** Oldest first. An unreadable log does not prevent a bundle. */
  async #asRun(): Promise<AsRunEntry[]> {
    const lines: AsRunEntry[] = [];
    let next: string | null = null;
    try {
      do {
        const size = Math.min(500, asRunLines - lines.length);
        const page = await this.#ports.asRunLog.search({ query: {}, next, size });
        lines.push(...page.lines);
        ({ next } = page);
      } while (next !== null && lines.length < asRunLines);
    } catch (thrown) {
      this.#ports.knownError(thrown);
    }
    return lines.reverse();
  }

  async #deskLog(): Promise<readonly string[]> {
    // A missing log does not prevent a bundle; the sentence gives the reason.
    return this.#ports.log.recent().catch((thrown: unknown) => [this.#ports.knownError(thrown).message]);
  }

  async #ask({ app, base, connection }: ReturnType<SupportPorts['services']>[number]): Promise<ServiceAnswers> {
    const ask = async ({ method, path }: { method: string; path: string }): Promise<string> => {
      const question = { method, url: base + path };
      try {
        const { status, body } = await withinDeadline(this.#ports.clock, deadline, (signal) =>
          connection.request(question, signal),
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
}

function once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  return Readable.from([bytes]);
}
