import type { CueTarget } from '../contract/desk-api/cue.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { addressesOf } from '../contract/model/address.ts';
import { type AppIdentity, OpenApp } from './app/open-app.ts';
import type { Undoable, UndoPlan } from './app/undo-memory.ts';
import { type NamedConnections, OpenApps } from './app/open-apps.ts';
import { type Cause, Presses } from './app/presses.ts';
import { Quotas } from './app/link/quota.ts';
import { texts } from '../contract/texts/texts.ts';
import { AsRun } from './log/as-run.ts';
import { faultId, Faults } from './log/faults.ts';
import { Recording } from './log/recording.ts';
import type { DeskPorts } from './ports.ts';
import { Notices } from './screens/notices.ts';
import type { Screens } from './screens/screens.ts';
import { speakKept } from './screens/language.ts';
import { Settings } from './screens/settings.ts';
import type { TruthFrame } from './app/link/truth-link.ts';
import type { Operation, Outcome } from './app/operation.ts';

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

export interface RoomsAbove {
  /** Sentences, each shown for as long as it is returned. */
  problems(): readonly string[];
  connections(): NamedConnections;
}

export function openGround(outside: DeskPorts, screens: Screens, above: RoomsAbove): Ground {
  const { clock, log } = outside;
  const facts = new Facts();
  const faults = new Faults(log, faultId);
  const file = (port: DeskPorts['settings']): Settings => new Settings(port, clock, screens.changed);
  const files = { settings: file(outside.settings), prepared: file(outside.preparation), show: file(outside.show) };
  speakKept({ outside, settings: files.settings });
  const notices = new Notices(() => [...fileProblems(files), ...above.problems()], screens.changed);
  const asRun = new AsRun(outside, files.settings, { knownError: faults.in('as-run log'), changed: screens.changed });
  const nameOf = (app: OpenApp): string => apps.nameOf(app);
  const recording = new Recording(clock, asRun, { knownError: faults.in('operating'), nameOf });
  const left = outside.asRunLog.left.length;
  if (left > 0) notices.keep({ id: 'left requests', text: texts.log.leftOpen(left), alarm: true });
  const presses = new Presses(clock, () => asRun.operator);
  const quotas = new Quotas();
  const newApp = (identity: AppIdentity): OpenApp =>
    appOn({ clock, facts, faults, notices, quotas, recording, nameOf }, identity);
  const closed = (...gone: [key: string, app: OpenApp | undefined]): void => {
    facts.closed.tell(...gone);
    facts.models.tell();
  };
  const apps: OpenApps = new OpenApps(newApp, closed, () => above.connections());
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

interface AppGround extends Pick<Ground, 'clock' | 'facts' | 'faults' | 'notices' | 'quotas' | 'recording'> {
  /** With its connection, where two app instances have one name. */
  nameOf: (app: OpenApp) => string;
}

function appOn(ground: AppGround, identity: AppIdentity): OpenApp {
  const { clock, facts, faults, notices, quotas, recording, nameOf } = ground;
  const app: OpenApp = new OpenApp(identity, {
    clock,
    random: Math.random,
    knownError: faults.in('app'),
    quotas,
    sending: (operation) => recording.sending(app, operation),
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
    cut: (why) => facts.cut.tell(app, why(nameOf(app))),
    onFrame: (...frame) => facts.frame.tell(app, ...frame),
    notice: (notice) => notices.keep(notice),
  });
  facts.opened.tell(app);
  return app;
}

/**
 * Something that a room states. Those who listen act on it in the order in which they began to listen; an error that
 * one throws keeps it from the later ones.
 */
class Fact<Of extends readonly unknown[]> {
  readonly #acts: ((...of: Of) => void)[] = [];

  on(act: (...of: Of) => void): void {
    this.#acts.push(act);
  }

  tell(...of: Of): void {
    for (const act of this.#acts) act(...of);
  }
}

/** What is undone in one app. */
export interface UndonePart {
  app: OpenApp;
  plan: Pick<UndoPlan, 'press' | 'items'>;
}

/** `sent`: the undo of each part, in their order. `by`: the number of the undo, which may be undone too. */
export interface UndoneTake extends Pick<UndoPlan, 'press' | 'action'> {
  what: Undoable | 'panic';
  plans: readonly UndonePart[];
  sent: readonly { outcome: Promise<Outcome>; operation?: Operation }[];
  by: number;
}

/** Values by field, for the sub-composition at an address. */
export type SentValues = Pick<CueTarget, 'subComposition' | 'values'>;

/** All that rooms state to other rooms. Ids of sub-compositions are within their app. */
export class Facts {
  /** Before the first connection of the app. */
  readonly opened = new Fact<[app: OpenApp]>();
  /** The app is undefined if the desk never opened it. */
  readonly closed = new Fact<[key: string, app: OpenApp | undefined]>();
  /** The connection, outputs, quota or show of an app changed. */
  readonly app = new Fact<[app: OpenApp]>();
  readonly models = new Fact<[]>();
  /** The confirmed state or the requests of these sub-compositions changed. {@link shown} follows. */
  readonly truth = new Fact<[app: OpenApp, ids: readonly string[]]>();
  /** Screens and lamps may have to show these sub-compositions otherwise. */
  readonly shown = new Fact<[app: OpenApp, ids: readonly string[]]>();
  /** Pending work of the app will not continue; examples: `Panic`, `Arena was lost`. */
  readonly cut = new Fact<[app: OpenApp, why: string]>();
  /** A frame of the service, applied, with the sub-compositions that it touched. */
  readonly frame = new Fact<[app: OpenApp, frame: TruthFrame, ids: readonly string[]]>();
  readonly settled = new Fact<[app: OpenApp, operation: Operation, outcome: Outcome]>();
  readonly panic = new Fact<[]>();
  /** An undo was sent. */
  readonly undone = new Fact<[undone: UndoneTake, cause: Cause]>();
  /** A look changed these values on air; each `subComposition` is an address. */
  readonly lookSent = new Fact<[targets: readonly SentValues[]]>();
  /** An operator typed a value. `subComposition` is an address. */
  readonly typed = new Fact<[subComposition: string, field: string]>();
  /** The data of these addresses became stale or fresh, or a row of theirs became whole or not. */
  readonly stale = new Fact<[addresses: ReadonlySet<string>]>();
  /** Secrets may have become readable. */
  readonly secrets = new Fact<[]>();
  /** Looks, cues or rundowns were edited, so targets of keys may have come or gone. */
  readonly edited = new Fact<[]>();
  /** Lamps may have to show cues otherwise. */
  readonly cuesShown = new Fact<[]>();
  readonly locked = new Fact<[locked: boolean]>();
}
