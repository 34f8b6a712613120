import type { Payload } from '../../contract/model/field.ts';
import { same } from '../app/confirmed.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions } from '../operate/actions.ts';
import type { Sent } from '../operate/sent.ts';
import type { Clock } from '../../contract/clock.ts';
import type { LinkRun } from './link-run.ts';

export interface LinkGivingPorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  apps: OpenApps;
  actions: Pick<Actions, 'sendData'>;
  /** What is staged of a sub-composition may have changed. `soon`: by data, which changes again and again. */
  prepared(ref: SubRef, soon: boolean): void;
  /** What the data of a link is logged as: the name of its source. */
  nameOf(run: LinkRun): string;
}

/** Milliseconds between two givings of a link that nobody pressed for: twice a second is as fast as anybody can read. */
const giveEvery = 500;
/** How many links give in one turn. A press that comes meanwhile waits for these only. */
const linksPerTurn = 4;

/** Gives to sub-compositions what their links have for them: as edits, or sent while they are on air. */
export class LinkGiving {
  readonly #ports: LinkGivingPorts;
  /** The links that may have something to give. */
  readonly #waiting = new Set<LinkRun>();
  /** By the monotonic clock. */
  #next = Infinity;
  #callOff: () => void = () => {};

  constructor(ports: LinkGivingPorts) {
    this.#ports = ports;
  }

  /** Gives what these have now, or will have by then, as soon as they may give again. */
  giveSoon(runs: Iterable<LinkRun>): void {
    for (const run of runs) this.#waiting.add(run);
    this.#plan();
  }

  /** Gives at once what a link has, because somebody pressed. Throws why it could not be sent. */
  give(run: LinkRun, cause: Cause, soon = false): Sent[] {
    const ref = this.#ports.apps.find(run.link.subComposition);
    if (!ref) {
      run.giveAgain();
      return [];
    }
    const { due } = run;
    if (Object.keys(due).length === 0) return [];
    run.gave(due, this.#ports.clock.monotonic());
    // It is neither an operator's touch nor a look at what others changed.
    ref.app.state.preparation.stage(ref.id, due);
    const sent = run.mode === 'live' && isFollowing(ref) ? this.#send(ref, due, cause) : [];
    this.#ports.prepared(ref, soon);
    return sent;
  }

  /** A link is gone. */
  forget(run: LinkRun): void {
    this.#waiting.delete(run);
  }

  close(): void {
    this.#waiting.clear();
    this.#callOff();
  }

  #send(ref: SubRef, due: Payload, cause: Cause): Sent[] {
    const has = ref.app.state.requested(ref.id).payload;
    const other = Object.entries(due).filter(([field, value]) => !same(value, has[field]));
    return other.length > 0 ? [this.#ports.actions.sendData(ref, Object.fromEntries(other), cause)] : [];
  }

  #plan(): void {
    if (this.#waiting.size === 0) return;
    const now = this.#ports.clock.monotonic();
    const next = Math.max(now, Math.min(...[...this.#waiting].map(({ gaveAt }) => gaveAt + giveEvery)));
    if (next >= this.#next) return;
    this.#callOff();
    this.#next = next;
    this.#callOff = this.#ports.clock.after(next - now, () => this.#giveSome());
  }

  #giveSome(): void {
    this.#next = Infinity;
    const now = this.#ports.clock.monotonic();
    const ready = [...this.#waiting].filter(({ gaveAt }) => gaveAt + giveEvery <= now);
    for (const run of ready.slice(0, linksPerTurn)) {
      this.#waiting.delete(run);
      this.give(run, { trigger: { kind: 'data', detail: this.#ports.nameOf(run) }, age: 0 }, true);
    }
    this.#plan();
  }
}

/** Whether it is confirmed In, and no request for another state is under way: no data comes before a take. */
export function isFollowing({ app, id }: SubRef): boolean {
  return app.state.view(id).onAir === 'yes' && app.state.underWay(id).every(({ state }) => state === undefined);
}
