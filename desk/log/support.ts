import { Readable } from 'node:stream';
import type { AsRunEntry } from '../../contract/desk-api/as-run.ts';
import type { supportCalls } from '../../contract/desk-api/support.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { metrics, readiness } from '../../contract/service-api/health.ts';
import type { AsRunLog, Clock, ConnectionPort, DeliverFile, SupportPort } from '../ports.ts';
import { type ServiceSaid, type SupportFacts, supportParts, supportZip } from './bundle.ts';

/** How many lines of the as-run log are in a bundle. */
const asRunLines = 2_000;
/** Milliseconds that a service has to answer. */
const deadline = 3_000;

export interface SupportPorts {
  clock: Clock;
  shell: SupportPort;
  log: Pick<AsRunLog, 'search'>;
  deliver: DeliverFile;
  /** What the desk knows of itself. */
  desk(): Pick<SupportFacts, 'settings' | 'apps' | 'connections' | 'secrets' | 'notices'>;
  /** The services of the desk, each once, with the name of an app of theirs. */
  services(): { app: string; base: string; connection: Pick<ConnectionPort, 'request'> }[];
  /** Every secret that the desk can read now: passwords, tokens, passphrases. */
  secrets(): Promise<string[]>;
}

/** Makes support bundles. */
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
    const [asRun, said, known] = await Promise.all([
      this.#asRun(),
      Promise.all(services().map((service) => this.#ask(service))),
      secrets(),
    ]);
    const facts = { ...desk(), now: clock.now(), versions: shell.versions(), environment: await shell.environment() };
    return supportZip(supportParts({ ...facts, log: shell.log(), asRun, services: said }), known);
  }

  /** The last lines, oldest first. A log that cannot be read is no reason to have no bundle. */
  async #asRun(): Promise<AsRunEntry[]> {
    const lines: AsRunEntry[] = [];
    let next: string | null = null;
    try {
      do {
        const size = Math.min(500, asRunLines - lines.length);
        const page = await this.#ports.log.search({
          from: undefined,
          until: undefined,
          matches: () => true,
          next,
          size,
        });
        lines.push(...page.lines);
        ({ next } = page);
      } while (next !== null && lines.length < asRunLines);
    } catch {
      // What was read so far is what there is; the troubles of the log are among the notices.
    }
    return lines.reverse();
  }

  async #ask({ app, base, connection }: ReturnType<SupportPorts['services']>[number]): Promise<ServiceSaid> {
    const say = async ({ method, path }: { method: string; path: string }): Promise<string> => {
      const late = new AbortController();
      const callOff = this.#ports.clock.after(deadline, () => late.abort(new OverlayError('deadline-passed')));
      try {
        const { status, body } = await connection.request({ method, url: base + path }, late.signal);
        return status === 200 ? body : `It answered ${status}.`;
      } catch {
        return 'It did not answer.';
      } finally {
        callOff();
      }
    };
    const [ready, told] = await Promise.all([say(readiness), say(metrics)]);
    return { app, ready, metrics: told };
  }
}

function once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  return Readable.from([bytes]);
}
