import { noControllers } from '../../contract/desk-api/controller.ts';
import type { CheckedKeyboard, ShowCheck } from '../../contract/desk-api/show-check.ts';
import { readiness } from '../../contract/service-api/health.ts';
import type { DeskMessage } from '../../contract/service-api/desk-presence.ts';
import type { AppTarget, OpenApp } from '../app/open-app.ts';
import type { Backups } from '../backup/backups.ts';
import type { Cues } from '../cues/cues.ts';
import { fileProblems, type Ground } from '../ground.ts';
import type { Services } from '../services/services.ts';
import type { Controllers } from '../../surfaces/controllers.ts';
import type { Keys } from '../../surfaces/press/keys.ts';
import type { Clock } from '../../contract/clock.ts';
import { withinDeadline } from '../app/link/service-call.ts';
import { checkLines, type Readiness } from './check-lines.ts';
import { lostMedia } from './lost-media.ts';
import { unexplained } from './unexplained.ts';

const deadline = 3_000;
/** Milliseconds between two looks at what pages have drawn. */
const lookEvery = 100;
/** The newest lines of an app that are read for its revisions: those of an evening, without the flow of data. */
const linesRead = 5_000;

interface CheckedRooms extends Ground {
  backups: Backups;
  cues: Pick<Cues, 'rundowns'>;
  services: Services;
  keys: Keys;
  controllers: Controllers | undefined;
}

/** Sends a readiness request to each service, and asks output pages for a frame that changes nothing visible. */
export async function checkShow(rooms: CheckedRooms, keyboard: CheckedKeyboard | null): Promise<ShowCheck> {
  const { apps, asRun, clock, cues, services, keys, controllers, outside, backups } = rooms;
  const [undrawn, answers, unlogged, disk] = await Promise.all([
    Promise.all(
      apps.all.map((app) =>
        Promise.all([undrawnBy(clock, app), undrawnBy(clock, backups.standbyOf(app.identity.key))]),
      ),
    ),
    Promise.all(targetsOf(rooms).map((at) => ask(clock, at))),
    Promise.all(apps.all.map((app) => unloggedOf(rooms, app))),
    outside.support.disk(),
  ]);
  const lines = checkLines({
    connections: services.connections.view,
    services: answers,
    apps: apps.all.map((app, at) => ({
      view: { ...app.view(), name: apps.nameOf(app) },
      clockAhead: app.clockAhead,
      loaded: app.state.confirmed.model.length > 0,
      outputProblems: app.outputProblems,
      undrawn: undrawn[at] ?? [[], []],
      unlogged: unlogged[at] ?? [],
    })),
    lostMedia: lostMedia(cues.rundowns, apps),
    secrets: services.secrets.view,
    keys: keys.bindings,
    keyProblems: keys.problems,
    keyboard,
    disk,
    controllers: controllers?.view ?? noControllers,
    mappedDevices: [...new Set((controllers?.bindings ?? []).map(({ device }) => device))],
    recordProblems: [...fileProblems(rooms), ...asRun.troubles],
  });
  const opening =
    backups.opening ||
    services.connections.view.some(({ status }) => status === 'opening') ||
    apps.all.some(({ state }) => state.connection.status === 'connecting');
  return { opening, lines };
}

/** None for a polled service, which does not say its revisions. */
async function unloggedOf({ outside: { asRunLog } }: Ground, app: OpenApp): Promise<number[]> {
  if (app.truth?.mode !== 'live') return [];
  try {
    const { key } = app.identity;
    // A change during the search has its line later.
    const { revision } = app.state.confirmed;
    const { lines } = await asRunLog.search({ query: { target: key }, next: null, size: linesRead });
    const own = lines.filter((line) => line.app?.key === key);
    return unexplained(own, revision);
  } catch {
    // The troubles of the log say why it cannot be read.
    return [];
  }
}

/**
 * The output pages that do not draw a frame within the deadline. None if the service does not say which pages draw the
 * show.
 */
async function undrawnBy(clock: Clock, app: OpenApp | undefined): Promise<string[]> {
  if (!app) return [];
  const { outputs } = app.state;
  const since = outputs.told;
  const until = clock.monotonic() + deadline;
  app.truth?.send(JSON.stringify({ type: 'draw' } satisfies DeskMessage));
  for (;;) {
    const names = outputs.undrawnSince(since);
    if (names.length === 0 || clock.monotonic() >= until) return names;
    await new Promise<void>((resolve) => clock.after(lookEvery, resolve));
  }
}

function targetsOf({ apps, backups }: CheckedRooms): AppTarget[] {
  const all = [...apps.all.flatMap(({ target }) => target ?? []), ...backups.targets];
  return [...new Map(all.map((target) => [target.base, target])).values()];
}

async function ask(clock: Clock, { base, connection }: AppTarget): Promise<Readiness> {
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
