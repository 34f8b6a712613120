import { z } from 'zod';
import type { CheckedKeyboard, ShowCheck } from '../contract/desk-api/show-check.ts';
import type { Pipe } from '../contract/link/link.ts';
import type { PanicKeys } from '../surfaces/press/keys.ts';
import { openExplainedTruth } from './app/link/live-or-poll.ts';
import { Backups } from './backup/backups.ts';
import { Presence } from './backup/presence.ts';
import { checkShow } from './check/show-check.ts';
import { openControls } from './controls/open-controls.ts';
import { Cues } from './cues/cues.ts';
import { deskActions } from './desk-actions.ts';
import { screenServer, type Watch } from './desk-screens.ts';
import { deskMembers, deskProblems, keyedViews, wholeView } from './desk-view.ts';
import { openGround } from './ground.ts';
import { LiveData } from './live-data/live-data.ts';
import { Actions } from './operate/actions.ts';
import type { ActionRuns } from './operate/carry-out.ts';
import { loggingRefusals } from './operate/refused-presses.ts';
import { keepPreparations } from './operate/kept-preparations.ts';
import { Looks } from './operate/looks.ts';
import { ShowLock } from './operate/show-lock.ts';
import { defaultGuardTime, TakeGuard } from './operate/take-guard.ts';
import type { DeskPorts } from './ports.ts';
import { Remote } from './remote/remote.ts';
import type { Rooms } from './rooms.ts';
import { Screens } from './screens/screens.ts';
import { Services } from './services/services.ts';
import { givenShow } from './show/given-show.ts';
import { ShowConnections } from './show/show-connections.ts';

export interface Desk {
  /** `before`: the name that the screen had before its link broke. */
  serve(pipe: Pipe, before?: string): void;
  /** A keyboard read by the shell: its panic keys work even if window pages fail. */
  panicKeys(): PanicKeys;
  /** Origins (`https://HOST:PORT`) of all program pictures and their media. */
  pictureOrigins(): string[];
  /** Checks for risks to the show without changing anything. */
  checkShow(keyboard: CheckedKeyboard | null): Promise<ShowCheck>;
  /** Opens a show file (absolute path) from the system. A screen shows its contents; nothing is added automatically. */
  openShowFile(path: string): void;
  /** Logs uncaught errors and shows the operators a notice. */
  uncaught(thrown: unknown): void;
  /** Resolves when the embedded service and every connection are closed. */
  close(): Promise<void>;
}

/** Builds the rooms from the ground upwards. Each takes the rooms below as they are, and hears facts from them. */
export function openDesk(outside: DeskPorts): Desk {
  const screens: Screens = new Screens(
    (name, key) => keyed[name](key),
    (name) => members[name](),
  );
  const ground = openGround(outside, screens, {
    problems: () => deskProblems(rooms),
    connections: () => services.connections,
  });
  const { apps, facts, faults, notices, settings, show } = ground;

  const presence = new Presence(ground);
  const preparations = keepPreparations(ground);
  const named = { deskName: () => presence.name, show: (): unknown => [cues.rundowns, looks.all] };
  const backups = new Backups(ground, named, openExplainedTruth);
  const services: Services = new Services(ground, backups);

  const guard = new TakeGuard(settings.member('guardTime', z.int().min(0)) ?? defaultGuardTime);
  facts.settled.on((_app, operation, outcome) => guard.settled(operation, outcome));
  const actions = new Actions(ground, guard, () => backups.notOperated(services.connections.unopened));
  const looks = new Looks(ground, actions);
  const lock = new ShowLock(ground);

  const liveData = new LiveData(ground, actions, services.secrets);
  const cues = new Cues(ground, { actions, guard, liveData, lock });
  facts.truth.on((app, ids) => liveData.links.truthChanged(app, ids));

  const below = { actions, looks, cues, liveData, backups };
  const runs: ActionRuns = loggingRefusals(
    ground,
    deskActions(ground, below, () => controls.controllers),
  );
  const controls = openControls(ground, { guard, looks, cues: cues.shown.truth, runs });

  const showConnections = new ShowConnections(ground);
  const remote = new Remote(ground, { runs, actions, cues, liveData, lock }, (told) => watch(told));

  const given = givenShow(screens.changed);
  const others = { presence, backups, services, guard, lock, showConnections, givenShow: given, remote };
  const rooms: Rooms = { ...ground, ...below, ...controls, ...others, runs };
  const [members, keyed] = [deskMembers(rooms), keyedViews(rooms)];
  const watch: Watch = (told) => {
    const state = wholeView(members);
    return { state, leave: screens.add(state, told) };
  };
  const serve = screenServer(rooms, watch);
  remote.start();

  return {
    serve,
    panicKeys: () => controls.keys.panicKeys(),
    pictureOrigins: () => apps.pictureOrigins,
    checkShow: (keyboard) => checkShow(rooms, keyboard),
    openShowFile: (path) => rooms.givenShow.give(path),
    uncaught: (thrown) => notices.keep({ id: 'uncaught', text: faults.in('process')(thrown).message }),
    async close() {
      cues.close();
      const ended = [controls.controllers?.close(), remote.close(), liveData.close()];
      const kept = preparations.close();
      const service = services.close();
      backups.end();
      for (const app of apps.all) app.close();
      await Promise.all([...ended, kept, show.close(), settings.close()]);
      await service;
    },
  };
}
