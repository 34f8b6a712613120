import { asOverlayError, errorTable, OverlayError } from '../../contract/errors.ts';
import type { ControlItem, ModelItem } from '../../contract/model/control.ts';
import { deadAfter, type Snapshot } from '../../contract/service-api/live-channel.ts';
import { changesBetween, same, unmatched } from './polled-changes.ts';
import { type RowRequest, RowReader } from './row-reader.ts';
import type { TruthLink, TruthPorts, TruthTarget } from './truth-link.ts';

/**
 * How long to wait between two askings (ms): while something is on air or was pressed, when it is quiet, and after that. Also
 * the longest is shorter than the 5 s after which a server of Node closes a socket: the next press finds one open.
 */
const pace = { quick: 200, quiet: 2_000, idle: 4_000 };
/** For how long after a press it is quick, and for how long after a press or a change it is quiet (ms). */
const lasts = { quick: 5_000, quiet: 30_000 };
/** No two askings begin closer together than this (ms), however many presses are answered. */
const closest = 100;
/** The model is asked for again at least this often (ms). */
const modelEvery = 30_000;
/** The quota is asked again at least this often (ms) while it holds an asking back. */
const quotaEvery = 5_000;
/** An operation that is answered gets the next multiple of this as its revision: what is told before it stays below. */
const span = 1_000_000;
/** How often a changed model is put off because an operation was answered meanwhile. */
const mostPutOff = 5;

/** What one asking gave. `upTo`: how many operations were answered when it began. */
interface PollResult {
  model: ModelItem[];
  control: ControlItem[];
  upTo: number;
}

/**
 * Hears the truth of a service without a live channel by asking for it: rows 29 and 30 with the app token, one asking at a
 * time, so that what is told never goes back. Such a service has no revisions, so they are counted here: an operation that
 * was answered is held by the first asking that began after that, and by no earlier one, however late its answer comes.
 */
export class PollLink implements TruthLink {
  readonly mode = 'polled';
  readonly #ports: TruthPorts;
  readonly #rows: RowReader;
  readonly #naming = new AbortController();
  #app: Snapshot['app'] | null = null;
  /** What was told last; undefined where the whole truth is to be told. */
  #last: PollResult | undefined;
  #revision: number;
  #answered: number;
  #modelAt = -Infinity;
  /** The ids that only the model or only the control told of when both were asked for: they are no reason to ask again. */
  #unmatched: string[] = [];
  #putOff = 0;
  #pressedAt = -Infinity;
  #changedAt = -Infinity;
  #askedAt = -Infinity;
  /** Something is on its way to the service: before this moment its effect is hardly there. */
  #soonest = -Infinity;
  #confirming = false;
  #underWay: AbortController | undefined;
  /** An asking that began before the truth was to be told anew: what it gives may be older. */
  #stale: AbortController | undefined;
  #failed = false;
  #callOff: () => void = () => {};
  #closed = false;

  constructor(target: TruthTarget, ports: TruthPorts) {
    this.#ports = ports;
    this.#rows = new RowReader(target, ports);
    this.#answered = Math.ceil((ports.revision() + 1) / span);
    this.#revision = this.#answered * span;
    void this.#name();
    void this.#ask();
  }

  acknowledged(): number {
    this.#answered += 1;
    this.#pressedAt = this.#ports.clock.monotonic();
    this.#confirming = true;
    this.#schedule();
    return this.#answered * span;
  }

  hurry(): void {
    const now = this.#ports.clock.monotonic();
    this.#pressedAt = now;
    if (this.#soonest <= now) this.#soonest = now + pace.quick;
    this.#schedule();
  }

  send(): void {
    // Who only asks is no desk among desks.
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

  /** What the app instance is called: nothing waits for it, and a service may not tell. */
  async #name(): Promise<void> {
    this.#app = await this.#rows.app({ kind: 'poll', signal: this.#naming.signal });
    if (this.#app && this.#last) this.restart();
  }

  /** Ask again when it is time. What is under way schedules by itself when it ends. */
  #schedule(): void {
    if (this.#underWay || this.#closed) return;
    this.#callOff();
    const quotaWait = Math.min(quotaEvery, this.#ports.quota.wait(this.#kind));
    const now = this.#ports.clock.monotonic();
    const next = Math.max(this.#askedAt + this.#pace(), this.#confirming ? now : this.#soonest);
    this.#callOff = this.#ports.clock.after(Math.max(quotaWait, next - now, 0), () => void this.#ask());
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

  async #ask(): Promise<void> {
    if (this.#ports.quota.wait(this.#kind) > 0) return this.#schedule();
    const abort = new AbortController();
    const asking = { kind: this.#kind, signal: abort.signal };
    this.#underWay = abort;
    this.#askedAt = this.#ports.clock.monotonic();
    this.#confirming = false;
    let silent = false;
    const callOff = this.#ports.clock.after(deadAfter, () => {
      silent = true;
      abort.abort();
    });
    const result = await this.#read(asking).catch(asOverlayError);
    callOff();
    this.#underWay = undefined;
    if (this.#closed) return;
    if (abort !== this.#stale) {
      if (result instanceof OverlayError) this.#missed(result, silent);
      else this.#tell(result);
    }
    this.#schedule();
  }

  async #read(asking: RowRequest): Promise<PollResult> {
    const upTo = this.#answered;
    const control = await this.#rows.control(asking);
    const last = this.#last;
    const now = this.#ports.clock.monotonic();
    // The same answer is the same object: mostly nothing has to be looked through.
    const matches = last && (control === last.control || same(unmatched(last.model, control), this.#unmatched));
    if (matches && now - this.#modelAt < modelEvery) return { model: last.model, control, upTo };
    const model = await this.#rows.model(asking);
    this.#modelAt = now;
    this.#unmatched = unmatched(model, control);
    return { model, control, upTo };
  }

  #tell(result: PollResult): void {
    this.#failed = false;
    const last = this.#last;
    const now = this.#rows.clock.now();
    const since = this.#revision;
    const next = Math.max(since + 1, result.upTo * span);
    if (!last || !same(last.model, result.model)) {
      if (result.upTo < this.#answered && ++this.#putOff <= mostPutOff) return void (this.#confirming = true);
      this.#putOff = 0;
      this.#hold(result, next);
      const { model, control } = result;
      return this.#ports.onFrame({ type: 'snapshot', revision: next, now, app: this.#app, model, control });
    }
    const changes = changesBetween(last.control, result.control);
    if (changes.length === 0 && result.upTo * span <= since) {
      return this.#ports.onFrame({ type: 'beat', revision: since, now });
    }
    if (changes.length > 0) this.#changedAt = this.#ports.clock.monotonic();
    this.#hold(result, next);
    this.#ports.onFrame({ type: 'change', revision: next, since, now, changes });
  }

  #hold(result: PollResult, revision: number): void {
    this.#last = result;
    this.#revision = revision;
  }

  /** A broken line is tried once more at once; silence, a refusal and a second break are a loss. A used-up quota is none. */
  #missed(error: OverlayError, silent: boolean): void {
    if (error.code === 'too-many' && this.#last) return;
    const broken = error.code === 'service-unreachable' && !silent;
    if (broken && !this.#failed && this.#last) return void (this.#failed = true);
    const words = silent && this.#last ? errorTable['service-lost'].operator : error.message;
    this.close();
    this.#ports.onLost(words);
  }
}
