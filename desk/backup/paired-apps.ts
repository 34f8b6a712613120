import { texts } from '../../contract/texts/texts.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OperationItem } from '../app/operation.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { Clock } from '../../contract/clock.ts';
import type { TruthFrame } from '../app/link/truth-link.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { SubState } from '../app/confirmed.ts';
import type { KnownClock } from '../app/same-shown.ts';

export interface PairedApp extends KnownClock {
  /** Used within sentences: `the backup`. */
  name: string;
  model: readonly ModelItem[];
  get(id: string): SubState | undefined;
  underWay(id: string): readonly OperationItem[];
  /** Milliseconds since the epoch by the service's clock. */
  now: number;
}

export interface AppPair {
  from: PairedApp;
  to: PairedApp;
}

/** Smaller corrections of a clock (ms) change no timer. */
const noticeable = 50;

export class PairedApps {
  readonly active: OpenApp;
  readonly standby: OpenApp;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #ahead = { active: 0, standby: 0 };

  constructor(apps: { active: OpenApp; standby: OpenApp }, clock: Pick<Clock, 'now'>) {
    this.active = apps.active;
    this.standby = apps.standby;
    this.#clock = clock;
  }

  get areBelieved(): boolean {
    return [this.active, this.standby].every((app) => app.state.isBelieved);
  }

  /** True if a service's clock is noticeably other than when this was last asked. */
  isClockCorrected(which: 'active' | 'standby'): boolean {
    const ahead = this[which].clockAhead ?? 0;
    if (Math.abs(ahead - this.#ahead[which]) < noticeable) return false;
    this.#ahead[which] = ahead;
    return true;
  }

  /** `from` is the active app. */
  pair(inUse: InUse): AppPair {
    const other = inUse === 'main' ? 'backup' : 'main';
    return {
      from: this.#side('active', texts.backup.side(inUse)),
      to: this.#side('standby', texts.backup.side(other)),
    };
  }

  /** As `pair`, but targets of the last panic count as Out on the active side. */
  pairToMirror(inUse: InUse): AppPair {
    const { from, to } = this.pair(inUse);
    return { from: { ...from, get: (id) => this.active.stateToMirror(id) }, to };
  }

  #side(which: 'active' | 'standby', name: string): PairedApp {
    const { state, serviceClock } = this[which];
    const { ahead, accuracy } = serviceClock;
    return {
      name,
      model: state.confirmed.model,
      get: (id) => state.acknowledged(id),
      underWay: (id) => state.underWay(id),
      ahead,
      now: this.#clock.now() + ahead,
      accuracy,
    };
  }
}

export function actionsOf(frame: TruthFrame): (id: string) => AnimationAction {
  if (frame.type !== 'change') return () => 'jump';
  const actions = new Map(frame.changes.map(({ id, action = 'play' }) => [id, action]));
  return (id) => actions.get(id) ?? 'jump';
}
