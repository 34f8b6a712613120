import { isIn } from '../../contract/model/tally.ts';
import type { Payload } from '../../contract/model/field.ts';
import { otherValues } from '../app/confirmed.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { Cause } from '../app/presses.ts';
import type { Actions, Requests } from '../operate/actions.ts';
import { valuesRequest } from '../operate/request.ts';
import type { Sent } from '../operate/sent.ts';
import type { Ground } from '../ground.ts';
import { EarliestTimer } from '../../contract/earliest-timer.ts';
import type { LinkRun } from './link-run.ts';
import type { ShowSources } from './show-sources.ts';

/** Milliseconds between two automatic updates of a link: twice a second is as fast as anybody can read. */
const giveEvery = 500;
/** Links handled per turn. A press that arrives meanwhile waits only for these. */
const linksPerTurn = 4;

export class LinkGiving {
  readonly #ground: Ground;
  readonly #actions: Actions;
  readonly #sources: ShowSources;
  readonly #waiting = new Set<LinkRun>();
  readonly #next: EarliestTimer;

  constructor(ground: Ground, actions: Actions, sources: ShowSources) {
    [this.#ground, this.#actions, this.#sources] = [ground, actions, sources];
    this.#next = new EarliestTimer(ground.clock, () => this.#giveSome());
  }

  giveSoon(runs: Iterable<LinkRun>): void {
    for (const run of runs) this.#waiting.add(run);
    this.#plan();
  }

  /** Applies the values of a link at once after a press. Throws if they cannot be sent. */
  give(run: LinkRun, cause: Cause, soon = false): Sent[] {
    const ref = this.#ground.apps.find(run.link.subComposition);
    if (!ref) {
      run.giveAgain();
      return [];
    }
    const { due } = run;
    if (Object.keys(due).length === 0) return [];
    run.gave(due, this.#ground.clock.monotonic());
    // Not an operator's edit, and does not mark changes by other users as seen.
    ref.app.state.preparation.stage(ref.id, due, this.#sources.nameOf(run.link));
    const payload = payloadTo(ref, run, due);
    const hand = run.handToGive();
    const { presses } = this.#ground;
    const trigger = hand && cause.trigger.kind === 'data' ? hand : cause.trigger;
    const press = hand ? presses.counted({ ...cause, trigger }) : presses.uncounted(cause);
    const sent = payload ? [this.#actions.sendData(ref, payload, press)] : [];
    const { row } = run;
    if (sent.length === 0) run.show(row);
    for (const { outcome } of sent) {
      void outcome.then(({ result }) => {
        if (result === 'confirmed') run.show(row, hand && press.number);
      });
    }
    this.#sources.news.staged(ref, soon);
    return sent;
  }

  requests(run: LinkRun): Requests {
    const ref = this.#ground.apps.find(run.link.subComposition);
    const payload = ref && payloadTo(ref, run, run.due);
    return new Map(payload ? [[ref.app, valuesRequest(ref.id, payload)]] : []);
  }

  forget(run: LinkRun): void {
    this.#waiting.delete(run);
  }

  close(): void {
    this.#waiting.clear();
    this.#next.stop();
  }

  #plan(): void {
    if (this.#waiting.size === 0) return;
    const next = Math.min(...[...this.#waiting].map(({ gaveAt }) => gaveAt + giveEvery));
    this.#next.within(Math.max(0, next - this.#ground.clock.monotonic()));
  }

  #giveSome(): void {
    const now = this.#ground.clock.monotonic();
    const ready = [...this.#waiting].filter(({ gaveAt }) => gaveAt + giveEvery <= now);
    for (const run of ready.slice(0, linksPerTurn)) {
      this.#waiting.delete(run);
      this.give(run, { trigger: { kind: 'data', detail: this.#sources.nameOf(run.link) }, age: 0 }, true);
    }
    this.#plan();
  }
}

/** Undefined if nothing goes on air. */
function payloadTo(ref: SubRef, { mode }: LinkRun, due: Payload): Payload | undefined {
  if (mode !== 'live' || !isFollowing(ref)) return undefined;
  return otherValues(due, ref.app.state.requested(ref.id).payload);
}

/** True if confirmed In and no other state is requested: no data is sent before a take. */
export function isFollowing({ app, id }: SubRef): boolean {
  return isIn(app.state.onAir(id)) && app.state.underWay(id).every(({ state }) => state === undefined);
}

/** Confirmed Out, and no request takes it In. */
export function isOut({ app: { state }, id }: SubRef): boolean {
  return state.requested(id).state !== 'In' && state.onAir(id) === 'no';
}
