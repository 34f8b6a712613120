import { errorTable, OverlayError, sentenceOf } from '../../../contract/errors.ts';
import { type ControlItem, type ModelItem, preOrder } from '../../../contract/model/control.ts';
import type { Snapshot, Change } from '../../../contract/service-api/live-channel.ts';
import { deadAfter } from '../../../contract/service-api/live-timing.ts';
import { type RowRequest, RowReader } from './row-reader.ts';
import type { TruthLink, TruthPorts, TruthTarget } from './truth-link.ts';
import { otherValues, same } from '../confirmed.ts';

/**
 * Milliseconds between polls: on air or after a press, quiet, idle. All stay below 5 s, when Node servers close
 * sockets, so the next press finds an open socket.
 */
const pace = { quick: 200, quiet: 2_000, idle: 4_000 };
/** Milliseconds that polling stays quick after a press, and quiet after a press or change. */
const lasts = { quick: 5_000, quiet: 30_000 };
/** The shortest time (ms) between two poll starts, regardless of acknowledged presses. */
const closest = 100;
const modelEvery = 30_000;
/** The longest time (ms) between quota checks while a poll is held back. */
const quotaEvery = 5_000;
/** Each acknowledged operation gets the next multiple as its revision; earlier polls stay below. */
const span = 1_000_000;
/** Maximum deferrals of a changed model because of new acknowledgements. */
const mostPutOff = 5;

/** `upTo`: operations acknowledged when the poll began. */
interface PollResult {
  model: ModelItem[];
  control: ControlItem[];
  upTo: number;
}

/**
 * Polls rows 29 and 30, one poll at a time, so state never goes backward. Revisions are counted here. An acknowledged
 * operation is in the first poll that begins afterwards.
 */
export class PollLink implements TruthLink {
  readonly mode = 'polled';
  readonly reason = '';
  readonly #ports: TruthPorts;
  readonly #rows: RowReader;
  readonly #naming = new AbortController();
  #app: Snapshot['app'] | null = null;
  /** Undefined if the next report must be a snapshot. */
  #last: PollResult | undefined;
  #revision: number;
  #acknowledged: number;
  #modelAt = -Infinity;
  /** Ids that only one row had. They do not cause another model read. */
  #unmatched: string[] = [];
  #putOff = 0;
  #pressedAt = -Infinity;
  #changedAt = -Infinity;
  #askedAt = -Infinity;
  /** An earlier poll would hardly show the effect of a request in flight. */
  #soonest = -Infinity;
  #confirming = false;
  #underWay: AbortController | undefined;
  #stale: AbortController | undefined;
  #failed = false;
  #callOff: () => void = () => {};
  #closed = false;

  constructor(target: TruthTarget, ports: TruthPorts) {
    this.#ports = ports;
    this.#rows = new RowReader(target, ports);
    this.#acknowledged = Math.ceil((ports.revision() + 1) / span);
    this.#revision = this.#acknowledged * span;
    void this.#readName();
    void this.#poll();
  }

  acknowledged(): number {
    this.#acknowledged += 1;
    this.#pressedAt = this.#ports.clock.monotonic();
    this.#confirming = true;
    this.#schedule();
    return this.#acknowledged * span;
  }

  hurry(): void {
    const now = this.#ports.clock.monotonic();
    this.#pressedAt = now;
    if (this.#soonest <= now) this.#soonest = now + pace.quick;
    this.#schedule();
  }

  send(): void {
    // A polling desk does not take part in presence.
  }

  restart(): void {
    this.#last = undefined;
    this.#stale = this.#underWay;
    this.#confirming = true;
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    this.#callOff();
    this.#underWay?.abort();
    this.#naming.abort();
  }

  /** Optional: nothing waits for the name or account, and a service may not provide them. */
  async #readName(): Promise<void> {
    const read = await this.#rows.app({ kind: 'poll', signal: this.#naming.signal });
    if (!read || this.#closed) return;
    this.#app = read.app;
    if (read.account !== undefined) this.#ports.onAccount?.(read.account);
    if (this.#last) this.restart();
  }

  #schedule(): void {
    if (this.#underWay || this.#closed) return;
    this.#callOff();
    const quotaWait = Math.min(quotaEvery, this.#ports.quota.wait(this.#kind));
    const now = this.#ports.clock.monotonic();
    const next = Math.max(this.#askedAt + this.#pace(), this.#confirming ? now : this.#soonest);
    this.#callOff = this.#ports.clock.after(Math.max(quotaWait, next - now, 0), () => void this.#poll());
  }

  get #kind(): 'confirm' | 'poll' {
    return this.#confirming ? 'confirm' : 'poll';
  }

  #pace(): number {
    if (this.#confirming || this.#failed) return closest;
    const now = this.#ports.clock.monotonic();
    const onAir = this.#last?.control.some(({ state, mainComposition }) => state === 'In' && !mainComposition);
    if (onAir || now - this.#pressedAt < lasts.quick) return pace.quick;
    return now - Math.max(this.#pressedAt, this.#changedAt) < lasts.quiet ? pace.quiet : pace.idle;
  }

  async #poll(): Promise<void> {
    if (this.#ports.quota.wait(this.#kind) > 0) return this.#schedule();
    const abort = new AbortController();
    const request = { kind: this.#kind, signal: abort.signal };
    this.#underWay = abort;
    this.#askedAt = this.#ports.clock.monotonic();
    this.#confirming = false;
    let silent = false;
    const callOff = this.#ports.clock.after(deadAfter, () => {
      silent = true;
      abort.abort();
    });
    const result = await this.#read(request).catch(this.#ports.knownError);
    callOff();
    this.#underWay = undefined;
    if (this.#closed) return;
    if (abort !== this.#stale) {
      if (result instanceof OverlayError) this.#missed(result, silent);
      else this.#report(result);
    }
    this.#schedule();
  }

  async #read(request: RowRequest): Promise<PollResult> {
    const upTo = this.#acknowledged;
    const control = await this.#rows.control(request);
    const last = this.#last;
    const now = this.#ports.clock.monotonic();
    // An unchanged answer is the same object, so a comparison is rarely needed.
    const matches = last && (control === last.control || same(unmatched(last.model, control), this.#unmatched));
    if (matches && now - this.#modelAt < modelEvery) return { model: last.model, control, upTo };
    const model = await this.#rows.model(request);
    this.#modelAt = now;
    this.#unmatched = unmatched(model, control);
    return { model, control, upTo };
  }

  #report(result: PollResult): void {
    this.#failed = false;
    const last = this.#last;
    const now = this.#rows.clock.now();
    const since = this.#revision;
    const next = Math.max(since + 1, result.upTo * span);
    // A change cannot express that a service stopped reporting a state.
    const isWhole = !last || !same(last.model, result.model) || !sameIds(last.control, result.control);
    if (isWhole) {
      if (result.upTo < this.#acknowledged && ++this.#putOff <= mostPutOff) return void (this.#confirming = true);
      this.#putOff = 0;
      this.#keep(result, next);
      const { model, control } = result;
      return this.#ports.onFrame({ type: 'snapshot', revision: next, since, now, app: this.#app, model, control });
    }
    const changes = changesBetween(last.control, result.control);
    if (changes.length === 0 && result.upTo * span <= since) {
      return this.#ports.onFrame({ type: 'beat', revision: since, now });
    }
    if (changes.length > 0) this.#changedAt = this.#ports.clock.monotonic();
    this.#keep(result, next);
    this.#ports.onFrame({ type: 'change', revision: next, since, now, changes });
  }

  #keep(result: PollResult, revision: number): void {
    this.#last = result;
    this.#revision = revision;
  }

  /**
   * Retries once after a broken connection or an unspecific 5xx. Silence, a refusal or a second break is a loss; a
   * used-up quota is not.
   */
  #missed(error: OverlayError, silent: boolean): void {
    if (error.becomes === 'wait' && this.#last) return;
    const broken = (error.becomes === 'lost' || (errorTable[error.code].status ?? 0) >= 500) && !silent;
    if (broken && !this.#failed && this.#last) return void (this.#failed = true);
    const words = silent && this.#last ? sentenceOf('service-lost') : error.message;
    this.close();
    this.#ports.onLost(words);
  }
}

/** Both answers of row 29 must name the same sub-compositions. */
function changesBetween(before: readonly ControlItem[], after: readonly ControlItem[]): Change[] {
  if (before === after) return [];
  const inModel = new Map(before.map((item) => [item.subCompositionId, item]));
  return after.flatMap((item): Change[] => {
    const was = inModel.get(item.subCompositionId);
    if (!was) return [];
    const payload = otherValues(item.payload, was.payload);
    if (!payload && item.state === was.state) return [];
    return [
      {
        id: item.subCompositionId,
        ...(payload && { payload }),
        ...(item.state !== was.state && { state: item.state }),
      },
    ];
  });
}

function sameIds(before: readonly ControlItem[], after: readonly ControlItem[]): boolean {
  const ids = (items: readonly ControlItem[]): string[] => items.map(({ subCompositionId }) => subCompositionId).sort();
  return before === after || same(ids(before), ids(after));
}

function unmatched(model: readonly ModelItem[], control: readonly ControlItem[]): string[] {
  const inModel = new Set([...preOrder(model)].map(({ id }) => id));
  const inControl = new Set(control.map(({ subCompositionId }) => subCompositionId));
  return [...inControl.symmetricDifference(inModel)].sort();
}
