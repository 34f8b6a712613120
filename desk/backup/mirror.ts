import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { findDrift, isRefusal, namesFields, repairItems, type SubDrift, withoutValues } from './drift.ts';
import type { PairedApp } from './paired-apps.ts';
import type { Clock } from '../../contract/clock.ts';

/** Milliseconds before the same drift is sent again. The last value repeats for ever. */
const again = [0, 500, 2_000, 5_000];
/** Milliseconds to wait after the backup gave no answer. */
const afterSilence = 1_000;
/** Drift that is older than this (ms) is shown to the operator. */
export const lagsAfter = 1_000;

export interface MirrorPorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** The confirmed state of both; undefined while one of them is unknown, or nothing may be sent. */
  pair(): { from: PairedApp; to: PairedApp } | undefined;
  /** Sends one request. {@link Mirror.settled} always follows with its outcome. */
  send(items: OperationItem[]): void;
}

/** A sub-composition that may differ between main and backup. */
interface Unmirrored {
  /** How its state changes: with its animation or by a jump. */
  action: AnimationAction;
  /** When it was last confirmed on the backup, or else when the difference was first found. */
  since: number;
  /** How often it was sent since its last change, and when it was sent last. */
  tries: number;
  triedAt: number;
  /** It was refused together with others, so it is sent alone. */
  alone: boolean;
  /** What the backup refuses. It is not sent again until it changes. */
  refuses: 'nothing' | 'values' | 'all';
  /** Why it is refused. */
  reason: string;
}

/**
 * Keeps the backup the same as the main: sends what differs, always the newest state, with one request under way at a
 * time. It finds what is refused by sending items one by one, and leaves those out. What does not stay the same is sent
 * again ever more rarely. Before {@link Mirror.begin} it only notes what differs.
 */
export class Mirror {
  readonly #ports: MirrorPorts;
  readonly #unmirrored = new Map<string, Unmirrored>();
  #underWay: SubDrift[] | undefined;
  #callOff: () => void = () => {};
  #notBefore = -Infinity;
  #waits = true;
  #stopped = false;

  constructor(ports: MirrorPorts) {
    this.#ports = ports;
  }

  /** Starts sending. */
  begin(): void {
    if (!this.#waits) return;
    this.#waits = false;
    // The operator's own request to the main goes first.
    this.#callOff();
    this.#callOff = this.#ports.clock.after(0, () => this.sendDue());
  }

  /** Sends no more until {@link Mirror.begin}. */
  rest(): void {
    this.#waits = true;
    this.#callOff();
  }

  /** Whether it has not started sending yet. */
  get waits(): boolean {
    return this.#waits;
  }

  /**
   * The main changed, so these may differ. A state changes on the backup as it did on the main; a change from before
   * the start is old by the time it is sent, so it jumps.
   */
  mainChanged(ids: Iterable<string>, action: (id: string) => AnimationAction = () => 'jump'): void {
    for (const id of ids) this.#note(id, { ...untried, action: this.#waits ? 'jump' : action(id) });
    this.sendDue();
  }

  /** The backup changed, so these may differ. */
  backupChanged(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#unmirrored.has(id)) this.#note(id, {});
    this.sendDue();
  }

  /** Sends what is due, if that is possible now. */
  sendDue(): void {
    this.#callOff();
    if (this.#stopped || this.#underWay || this.#unmirrored.size === 0) return;
    const pair = this.#ports.pair();
    if (!pair) return;
    const found = this.#found(pair).flatMap((one) => this.#sendable(one));
    if (this.#waits) return;
    const now = this.#ports.clock.monotonic();
    const wait = Math.max(this.#notBefore - now, Math.min(...found.map(({ id }) => this.#wait(id, now))));
    if (wait === Infinity) return;
    if (wait > 0) return void (this.#callOff = this.#ports.clock.after(wait, () => this.sendDue()));
    this.#send(
      found.filter(({ id }) => this.#wait(id, now) <= 0),
      now,
    );
  }

  /** The request under way has ended. */
  settled(outcome: Outcome): void {
    const sent = this.#underWay ?? [];
    this.#underWay = undefined;
    const now = this.#ports.clock.monotonic();
    if (outcome.result === 'confirmed') for (const { id } of sent) this.#change(id, { since: now });
    else if (isRefusal(outcome)) this.#refused(sent, outcome.error.message);
    else this.#notBefore = now + afterSilence;
    this.sendDue();
  }

  /**
   * Items refused together are sent alone; an item refused alone is sent without its values; if that is refused too, it
   * is not sent.
   */
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

  /** Stops sending. A request under way still ends. */
  stop(): void {
    this.#stopped = true;
    this.#callOff();
    this.#unmirrored.clear();
  }

  /** Whether anything is waiting or under way. */
  get busy(): boolean {
    return this.#unmirrored.size > 0;
  }

  /** The ids that have differed for too long. */
  get lagging(): string[] {
    const late = this.#ports.clock.monotonic() - lagsAfter;
    const slow = [...this.#unmirrored].filter(
      ([, { reason, since, tries }]) => reason !== '' || since <= late || tries > 1,
    );
    return slow.map(([id]) => id);
  }

  /** Why the backup refuses what the main holds, by id. */
  get refusals(): Map<string, string> {
    return new Map([...this.#unmirrored].flatMap(([id, { reason }]) => (reason === '' ? [] : [[id, reason]])));
  }

  /** What still differs. Forgets what does not. */
  #found({ from, to }: { from: PairedApp; to: PairedApp }): SubDrift[] {
    const found = findDrift(from, to, this.#unmirrored.keys());
    const left = new Set(found.map(({ id }) => id));
    for (const id of [...this.#unmirrored.keys()]) if (!left.has(id)) this.#unmirrored.delete(id);
    return found;
  }

  #send(ready: SubDrift[], now: number): void {
    const alone = ready.find(({ id }) => this.#unmirrored.get(id)?.alone);
    this.#underWay = alone ? [alone] : ready;
    for (const { id } of this.#underWay) {
      this.#change(id, { tries: (this.#unmirrored.get(id)?.tries ?? 0) + 1, triedAt: now });
    }
    this.#ports.send(repairItems(this.#underWay, (id) => this.#unmirrored.get(id)?.action ?? 'jump'));
  }

  /** How much longer (ms) an item waits; for ever if it is refused. */
  #wait(id: string, now: number): number {
    const item = this.#unmirrored.get(id);
    if (!item) return Infinity;
    return Math.max(0, item.triedAt + (again[Math.min(item.tries, again.length - 1)] ?? 0) - now);
  }

  #note(id: string, change: Partial<Unmirrored>): void {
    const fresh: Unmirrored = { ...untried, action: 'jump', since: this.#ports.clock.monotonic() };
    this.#unmirrored.set(id, { ...fresh, ...this.#unmirrored.get(id), ...change });
  }

  #change(id: string, change: Partial<Unmirrored>): void {
    const item = this.#unmirrored.get(id);
    if (item) this.#unmirrored.set(id, { ...item, ...change });
  }
}

/** An item of which nothing has been sent yet. */
const untried = { tries: 0, triedAt: -Infinity, alone: false, refuses: 'nothing', reason: '' } as const;
