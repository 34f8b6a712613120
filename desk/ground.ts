import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { addressesOf } from '../contract/model/address.ts';
import { type AppIdentity, OpenApp } from './app/open-app.ts';
import { OpenApps } from './app/open-apps.ts';
import { Presses } from './app/presses.ts';
import { Quotas } from './app/link/quotas.ts';
import { Facts } from './facts.ts';
import { AsRun } from './log/as-run.ts';
import { faultId, Faults } from './log/faults.ts';
import { Recording } from './log/recording.ts';
import type { DeskPorts } from './ports.ts';
import { Notices } from './screens/notices.ts';
import type { Screens } from './screens/screens.ts';
import { Settings } from './screens/settings.ts';

/** Each room from `desk/operate/` upwards is built on this. */
export interface Ground {
  readonly outside: DeskPorts;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly clock: Clock;
  readonly facts: Facts;
  readonly faults: Faults;
  readonly screens: Screens;
  readonly notices: Notices;
  /** The files: settings of the desk, what is prepared, and the show. */
  readonly settings: Settings;
  readonly prepared: Settings;
  readonly show: Settings;
  readonly quotas: Quotas;
  readonly apps: OpenApps;
  readonly asRun: AsRun;
  readonly presses: Presses;
  readonly recording: Recording;
}

/** `problems`: sentences of the rooms above, each shown for as long as it is returned. */
export function openGround(outside: DeskPorts, screens: Screens, problems: () => readonly string[]): Ground {
  const { clock, log } = outside;
  const facts = new Facts();
  const faults = new Faults(log, faultId);
  const file = (port: DeskPorts['settings']): Settings => new Settings(port, clock, screens.changed);
  const files = { settings: file(outside.settings), prepared: file(outside.preparation), show: file(outside.show) };
  const notices = new Notices(() => [...fileProblems(files), ...problems()], screens.changed);
  const asRun = new AsRun(outside, files.settings, {
    knownError: faults.in('as-run log'),
    changed: screens.changed,
  });
  const recording = new Recording(clock, asRun, faults.in('operating'));
  const presses = new Presses(clock, () => asRun.operator);
  const quotas = new Quotas();
  const newApp = (identity: AppIdentity): OpenApp => appOn({ clock, facts, faults, notices, quotas }, identity);
  const apps = new OpenApps(newApp, (...closed) => {
    facts.closed.tell(...closed);
    facts.models.tell();
  });
  facts.settled.on((...settled) => recording.settled(...settled));
  facts.app.on(screens.changed);
  facts.models.on(screens.changed);
  facts.shown.on((app, ids) => screens.changedIn('subs', addressesOf(app.identity.key, ids)));
  const chance = { newId: randomUUID, randomBytes };
  return {
    outside,
    ...chance,
    clock,
    facts,
    faults,
    screens,
    notices,
    ...files,
    quotas,
    apps,
    asRun,
    presses,
    recording,
  };
}

type Files = Pick<Ground, 'settings' | 'prepared' | 'show'>;

export function fileProblems({ settings, prepared, show }: Files): string[] {
  return [settings, prepared, show].flatMap(({ problems }) => problems);
}

type AppGround = Pick<Ground, 'clock' | 'facts' | 'faults' | 'notices' | 'quotas'>;

/** An app that states what happens to it. */
function appOn({ clock, facts, faults, notices, quotas }: AppGround, identity: AppIdentity): OpenApp {
  const app: OpenApp = new OpenApp(identity, {
    clock,
    random: Math.random,
    knownError: faults.in('app'),
    quotas,
    settled: (...settled) => facts.settled.tell(app, ...settled),
    changedSubs: (changed) => {
      const ids = [...changed];
      facts.truth.tell(app, ids);
      facts.shown.tell(app, ids);
    },
    changed: (what) => {
      facts.app.tell(app);
      if (what === 'model') facts.models.tell();
    },
    cut: (why) => facts.cut.tell(app, why),
    onFrame: (...frame) => facts.frame.tell(app, ...frame),
    notice: (notice) => notices.keep(notice),
  });
  facts.opened.tell(app);
  return app;
}
