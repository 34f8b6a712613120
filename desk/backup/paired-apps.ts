import type { InUse } from '../../contract/desk-api/backup.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OpenApp } from '../app/open-app.ts';
import { ClockOffset } from './clock-offset.ts';
import type { Clock } from '../ports.ts';
import type { TruthFrame, TruthLink } from '../truth/truth-link.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { SubState } from '../app/confirmed.ts';

/** One of the two, as far as it is confirmed. */
export interface PairedApp {
  /** How it is called in sentences: `the backup`. */
  name: string;
  model: readonly ModelItem[];
  get(id: string): SubState | undefined;
  /** Milliseconds that the clock of its service is ahead of the desk's. */
  ahead: number;
  /** To how many milliseconds that is known. */
  accuracy: number;
}

/** How well (ms) the clock of a service is known, by how it tells what is true: live, or in answers with a date. */
const clockKnownTo = { live: 50, polled: 500 };

/** The app that is in use and the one that stands by, each with the clock of its service. */
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

  /** Whether what is true of both is known. */
  get areLive(): boolean {
    return [this.active, this.standby].every((app) => app.state.connection.status === 'live');
  }

  /** One of them was told something: gives whether its clock turns out to be another one. */
  learnClock(which: 'active' | 'standby', frame: TruthFrame): boolean {
    return this.#ahead[which].learn(frame.now, this.#clock.now(), wayOf(this[which]));
  }

  /** They change places: each is at another service from now on. */
  forgetClocks(): void {
    for (const ahead of Object.values(this.#ahead)) ahead.forget();
  }

  /** Both as they are: from the one that is in use to the other. */
  pair(inUse: InUse): { from: PairedApp; to: PairedApp } {
    const other = inUse === 'main' ? 'backup' : 'main';
    return { from: this.#side('active', `the ${inUse}`), to: this.#side('standby', `the ${other}`) };
  }

  /** The same, with out in the one that is in use what the last panic was to take out there. */
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
      ahead: this.#ahead[which].ahead,
      accuracy: clockKnownTo[wayOf(this[which])],
    };
  }
}

function wayOf(app: OpenApp): TruthLink['mode'] {
  return app.truth?.mode ?? 'live';
}

/** How the states of a frame are reached. */
export function actionsOf(frame: TruthFrame): (id: string) => AnimationAction {
  if (frame.type !== 'change') return () => 'jump';
  const actions = new Map(frame.changes.map(({ id, action = 'play' }) => [id, action]));
  return (id) => actions.get(id) ?? 'jump';
}
