import type { InUse } from '../../contract/desk-api/backup.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OperationItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import { ClockOffset } from '../app/link/clock-offset.ts';
import type { Clock } from '../../contract/clock.ts';
import type { TruthFrame, TruthLink } from '../app/link/truth-link.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { SubState } from '../app/confirmed.ts';

/** The confirmed state of the main or of the backup. */
export interface PairedApp {
  /** Its name within sentences: `the backup`. */
  name: string;
  model: readonly ModelItem[];
  get(id: string): SubState | undefined;
  /** The items of requests to a sub-composition that have not ended. */
  underWay(id: string): readonly OperationItem[];
  /** Milliseconds by which the clock of its service is ahead of the desk's. */
  ahead: number;
  /** How accurate that is, in milliseconds. */
  accuracy: number;
  /** The time by the clock of its service, in milliseconds since the epoch. */
  now: number;
}

/** How accurately (ms) the clock of a service is known: from a live channel, or from the dates of polled answers. */
const clockKnownTo = { live: 50, polled: 500 };

/** The active app and the standby, each with the clock of its service. */
export class PairedApps {
  readonly active: OpenApp;
  readonly standby: OpenApp;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #ahead = { active: new ClockOffset(), standby: new ClockOffset() };

  constructor(apps: { active: OpenApp; standby: OpenApp }, clock: Pick<Clock, 'now'>) {
    this.active = apps.active;
    this.standby = apps.standby;
    this.#clock = clock;
  }

  /** Whether both can be believed. */
  get areBelieved(): boolean {
    return [this.active, this.standby].every((app) => app.state.isBelieved);
  }

  /** Learns the clock from a frame. Returns whether the estimate changed noticeably. */
  learnClock(which: 'active' | 'standby', frame: TruthFrame): boolean {
    return this.#ahead[which].learn(frame.now, this.#clock.now(), wayOf(this[which]));
  }

  /** The two swap, so each is at another service from now on. */
  forgetClocks(): void {
    for (const ahead of Object.values(this.#ahead)) ahead.forget();
  }

  /** Both as they are confirmed; `from` is the active one. */
  pair(inUse: InUse): { from: PairedApp; to: PairedApp } {
    const other = inUse === 'main' ? 'backup' : 'main';
    return { from: this.#side('active', `the ${inUse}`), to: this.#side('standby', `the ${other}`) };
  }

  /** As `pair`, but everything the last panic targeted counts as Out on the active side. */
  pairToMirror(inUse: InUse): { from: PairedApp; to: PairedApp } {
    const { from, to } = this.pair(inUse);
    return { from: { ...from, get: (id) => this.active.stateToMirror(id) }, to };
  }

  #side(which: 'active' | 'standby', name: string): PairedApp {
    const { state } = this[which];
    return {
      name,
      model: state.confirmed.model,
      get: (id) => state.acknowledged(id),
      underWay: (id) => state.underWay(id),
      ahead: this.#ahead[which].ahead,
      now: this.#clock.now() + this.#ahead[which].ahead,
      accuracy: clockKnownTo[wayOf(this[which])],
    };
  }
}

function wayOf(app: OpenApp): TruthLink['mode'] {
  return app.truth?.mode ?? 'live';
}

/** How a frame changes states: with their animation or by a jump. */
export function actionsOf(frame: TruthFrame): (id: string) => AnimationAction {
  if (frame.type !== 'change') return () => 'jump';
  const actions = new Map(frame.changes.map(({ id, action = 'play' }) => [id, action]));
  return (id) => actions.get(id) ?? 'jump';
}
