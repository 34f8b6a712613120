import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { findDrift, isRefusal, namesFields, repairItems, type SubDrift, withoutValues } from './drift.ts';
import type { AppPair } from './paired-apps.ts';
import type { Clock } from '../../contract/clock.ts';

/** Milliseconds before the same drift is sent again; the last value repeats. */
const again = [0, 500, 2_000, 5_000];
/** Milliseconds to wait after the backup gave no answer. */
const afterSilence = 1_000;
/** Drift older than this (ms) is shown to the operator. */
export const lagsAfter = 1_000;

interface Unmirrored {
  action: AnimationAction;
  /** When last confirmed on the backup, else when the difference was found. */
  since: number;
  /** Sends since the last change, and the time of the last send. */
  tries: number;
  triedAt: number;
  /** Refused together with others, so sent alone. */
  alone: boolean;
  /** Not sent again until the refused part changes. */
  refuses: 'nothing' | 'values' | 'all';
  reason: string;
}

/**
 * Mirrors the main to the backup, one request at a time. Isolates refused items and backs off on drift. Before {@link
 * Mirror.begin}, only notes differences.
 */
export class Mirror {
  readonly #clock: Clock;
  readonly #pair: () => AppPair | undefined;
  readonly #send: (items: OperationItem[]) => void;
  readonly #unmirrored = new Map<string, Unmirrored>();
  #underWay: SubDrift[] | undefined;
  #callOff: () => void = () => {};
  #notBefore = -Infinity;
  #waits = true;
  #stopped = false;

  /**
   * `pair`: undefined while a side is unknown or sending is not allowed. Each `send` is always followed by {@link
   * settled} with its outcome.
   */
  constructor(clock: Clock, pair: () => AppPair | undefined, send: (items: OperationItem[]) => void) {
    [this.#clock, this.#pair, this.#send] = [clock, pair, send];
  }

  begin(): void {
    if (!this.#waits) return;
    this.#waits = false;
    // The operator's own request to the main goes first.
    this.#callOff();
    this.#callOff = this.#clock.after(0, () => this.sendDue());
  }

  /** Sends nothing until {@link Mirror.begin}. */
  rest(): void {
    this.#waits = true;
    this.#callOff();
  }

  get waits(): boolean {
    return this.#waits;
  }

  /** Uses the main's action, but jumps for changes before the start, which are old by then. */
  mainChanged(ids: Iterable<string>, action: (id: string) => AnimationAction = () => 'jump'): void {
    for (const id of ids) this.#note(id, { ...untried, action: this.#waits ? 'jump' : action(id) });
    this.sendDue();
  }

  backupChanged(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#unmirrored.has(id)) this.#note(id, {});
    this.sendDue();
  }

  sendDue(): void {
    this.#callOff();
    if (this.#stopped || this.#underWay || this.#unmirrored.size === 0) return;
    const pair = this.#pair();
    if (!pair) return;
    const found = this.#found(pair).flatMap((one) => this.#sendable(one));
    if (this.#waits) return;
    const now = this.#clock.monotonic();
    const wait = Math.max(this.#notBefore - now, Math.min(...found.map(({ id }) => this.#wait(id, now))));
    if (wait === Infinity) return;
    if (wait > 0) return void (this.#callOff = this.#clock.after(wait, () => this.sendDue()));
    const ready = found.filter(({ id }) => this.#wait(id, now) <= 0);
    this.#sendNow(ready, now);
  }

  settled(outcome: Outcome): void {
    const sent = this.#underWay ?? [];
    this.#underWay = undefined;
    const now = this.#clock.monotonic();
    if (outcome.result === 'confirmed') for (const { id } of sent) this.#change(id, { since: now });
    else if (isRefusal(outcome)) this.#refused(sent, outcome.error.message);
    else this.#notBefore = now + afterSilence;
    this.sendDue();
  }

  /** After a joint refusal, sends items alone; then without values; then not at all. */
  #refused(sent: SubDrift[], reason: string): void {
    const [first, ...others] = sent;
    if (others.length > 0) for (const { id } of sent) this.#change(id, { alone: true, tries: 0 });
    else if (first) {
      this.#change(first.id, { refuses: namesFields(first) ? 'values' : 'all', reason, tries: 0 });
    }
  }

  #sendable(one: SubDrift): SubDrift[] {
    const refuses = this.#unmirrored.get(one.id)?.refuses ?? 'nothing';
    if (refuses === 'nothing') return [one];
    return refuses === 'all' ? [] : withoutValues(one);
  }

  /** A request in flight still ends. */
  stop(): void {
    this.#stopped = true;
    this.#callOff();
    this.#unmirrored.clear();
  }

  get busy(): boolean {
    return this.#unmirrored.size > 0;
  }

  get lagging(): string[] {
    const late = this.#clock.monotonic() - lagsAfter;
    return [...this.#unmirrored].flatMap(([id, { reason, since, tries }]) =>
      reason !== '' || since <= late || tries > 1 ? [id] : [],
    );
  }

  get refusals(): Map<string, string> {
    return new Map([...this.#unmirrored].flatMap(([id, { reason }]) => (reason === '' ? [] : [[id, reason]])));
  }

  #found({ from, to }: AppPair): SubDrift[] {
    const found = findDrift(from, to, this.#unmirrored.keys());
    const left = new Set(found.map(({ id }) => id));
    for (const id of [...this.#unmirrored.keys()]) if (!left.has(id)) this.#unmirrored.delete(id);
    return found;
  }

  #sendNow(ready: SubDrift[], now: number): void {
    const alone = ready.find(({ id }) => this.#unmirrored.get(id)?.alone);
    this.#underWay = alone ? [alone] : ready;
    for (const { id } of this.#underWay) {
      this.#change(id, { tries: (this.#unmirrored.get(id)?.tries ?? 0) + 1, triedAt: now });
    }
    this.#send(repairItems(this.#underWay, (id) => this.#unmirrored.get(id)?.action ?? 'jump'));
  }

  /** The remaining wait (ms); infinite if refused. */
  #wait(id: string, now: number): number {
    const item = this.#unmirrored.get(id);
    if (!item) return Infinity;
    return Math.max(0, item.triedAt + (again[Math.min(item.tries, again.length - 1)] ?? 0) - now);
  }

  #note(id: string, change: Partial<Unmirrored>): void {
    const fresh: Unmirrored = { ...untried, action: 'jump', since: this.#clock.monotonic() };
    this.#unmirrored.set(id, { ...fresh, ...this.#unmirrored.get(id), ...change });
  }

  #change(id: string, change: Partial<Unmirrored>): void {
    const item = this.#unmirrored.get(id);
    if (item) this.#unmirrored.set(id, { ...item, ...change });
  }
}

const untried = { tries: 0, triedAt: -Infinity, alone: false, refuses: 'nothing', reason: '' } as const;
