import type { ControllerBinding } from '../../contract/desk-api/controller.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';
import type { CheckedKeyboard, ShowCheck } from '../../contract/desk-api/show-check.ts';
import { readiness } from '../../contract/service-api/health.ts';
import type { AppTarget } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { SupportPort } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { withinDeadline } from '../app/link/within-deadline.ts';
import { type CheckedFacts, checkLines, type Readiness } from './check-lines.ts';

const deadline = 3_000;

export interface ShowCheckPorts {
  clock: Clock;
  support: Pick<SupportPort, 'disk'>;
  apps: OpenApps;
  /** `opening`: the state of a standby is not known yet. */
  backups: { readonly targets: readonly AppTarget[]; readonly opening: boolean };
  services: Pick<DeskView, 'connections' | 'secrets'>;
  keys: { readonly bindings: CheckedFacts['keys']; readonly problems: readonly string[] };
  controllers: { readonly view: CheckedFacts['controllers']; readonly bindings: readonly ControllerBinding[] };
  recordProblems(): readonly string[];
}

/** Sends only a readiness request to each service. */
export async function checkShow(ports: ShowCheckPorts, keyboard: CheckedKeyboard | null): Promise<ShowCheck> {
  const { apps, services, keys, controllers, support, backups } = ports;
  const [answers, disk] = await Promise.all([
    Promise.all(targetsOf(ports).map((at) => ask(ports, at))),
    support.disk(),
  ]);
  const lines = checkLines({
    connections: services.connections,
    services: answers,
    apps: apps.all.map((app) => ({
      view: app.view(),
      clockAhead: app.clockAhead,
      loaded: app.state.confirmed.model.length > 0,
      outputProblems: app.outputProblems,
    })),
    secrets: services.secrets,
    keys: keys.bindings,
    keyProblems: keys.problems,
    keyboard,
    disk,
    controllers: controllers.view,
    mappedDevices: [...new Set(controllers.bindings.map(({ device }) => device))],
    recordProblems: ports.recordProblems(),
  });
  const opening =
    backups.opening ||
    services.connections.some(({ status }) => status === 'opening') ||
    apps.all.some(({ state }) => state.connection.status === 'connecting');
  return { opening, lines };
}

function targetsOf({ apps, backups }: ShowCheckPorts): AppTarget[] {
  const all = [...apps.all.flatMap(({ target }) => target ?? []), ...backups.targets];
  return [...new Map(all.map((target) => [target.base, target])).values()];
}

async function ask({ clock }: ShowCheckPorts, { base, connection }: AppTarget): Promise<Readiness> {
  const start = clock.monotonic();
  const ended = (answer: Readiness['answer']): Readiness => ({ base, answer, took: clock.monotonic() - start });
  try {
    const question = { method: readiness.method, url: base + readiness.path };
    const { status } = await withinDeadline(clock, deadline, (signal) => connection.request(question, signal));
    return ended(status === 200 ? 'ready' : status === 503 ? 'not ready' : 'other');
  } catch {
    // The lines of the connection report the reason.
    return ended('none');
  }
}
