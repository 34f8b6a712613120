import type { AnimationAction } from '../../contract/model/animation-state.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { repairItems, type SubDrift, findDrift, isRefusal, withoutValues } from './drift.ts';
import type { PairedApp } from './paired-apps.ts';
import type { Clock } from '../ports.ts';

/** How long (ms) to wait before the same is sent again that nobody changed meanwhile: the last one for ever after. */
const again = [0, 500, 2_000, 5_000];
/** How long (ms) to wait after the backup gave no answer. */
const afterSilence = 1_000;
/** What is not the same after this long (ms) lags, and the operator is told. */
export const lagsAfter = 1_000;

export interface MirrorPorts {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Both as they are confirmed; undefined while one of them is not known, or nothing is to be sent. */
  sides(): { from: PairedApp; to: PairedApp } | undefined;
  /** Send one request; {@link Mirror.settled} is called with its end, always. */
  send(items: OperationItem[]): void;
}

/** What is known of a sub-composition that may not be the same on both. */
interface Unmirrored {
  /** How it is brought about. */
  action: AnimationAction;
  /** When it was last confirmed to be there, or else first found to differ. */
  since: number;
  /** How often it was sent since anybody changed it, and when it was last. */
  tries: number;
  triedAt: number;
  /** It was refused together with others, so it is sent alone. */
  alone: boolean;
  /** What of it the backup does not take; that is not sent again until it changes. */
  refuses: 'nothing' | 'values' | 'all';
  /** Why. */
  reason: string;
}

/**
 * Keeps a backup the same as the main: whatever differs is sent, the newest of each, one request under way at a time. What
 * is refused is found out one by one and left; what does not stay is sent again ever more seldom. Until {@link Mirror.begin}
 * what differs is only noted.
 */
export class Mirror {
  readonly #ports: MirrorPorts;
  readonly #open = new Map<string, Unmirrored>();
  #underWay: SubDrift[] | undefined;
  #callOff: () => void = () => {};
  #notBefore = -Infinity;
  #waits = true;
  #stopped = false;

  constructor(ports: MirrorPorts) {
    this.#ports = ports;
  }

  /** Send what differs, from now on. */
  begin(): void {
    if (!this.#waits) return;
    this.#waits = false;
    // What the operator asked of the main goes its way first.
    this.#callOff();
    this.#callOff = this.#ports.clock.after(0, () => this.sendDue());
  }

  /** Whether nothing is sent yet. */
  get waits(): boolean {
    return this.#waits;
  }

  /**
   * These may not be the same any more, because the main changed. What differs by a change of its state moves as it did; what
   * changed before anything was to be sent is old by then, and jumps.
   */
  mainChanged(ids: Iterable<string>, action: (id: string) => AnimationAction = () => 'jump'): void {
    for (const id of ids) this.#note(id, { ...untried, action: this.#waits ? 'jump' : action(id) });
    this.sendDue();
  }

  /** These may not be the same any more, because the backup changed. */
  backupChanged(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#open.has(id)) this.#note(id, {});
    this.sendDue();
  }

  /** Send what is to be sent, where that is possible now. */
  sendDue(): void {
    this.#callOff();
    if (this.#stopped || this.#underWay || this.#open.size === 0) return;
    const sides = this.#ports.sides();
    if (!sides) return;
    const found = this.#found(sides).flatMap((one) => this.#sendable(one));
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

  /** What was sent has ended. */
  settled(outcome: Outcome): void {
    const sent = this.#underWay ?? [];
    this.#underWay = undefined;
    const now = this.#ports.clock.monotonic();
    if (outcome.result === 'confirmed') for (const { id } of sent) this.#change(id, { since: now });
    else if (isRefusal(outcome)) this.#refused(sent, outcome.error.message);
    else this.#notBefore = now + afterSilence;
    this.sendDue();
  }

  /** What is refused with others is sent alone; what is refused alone without its values; what is refused then not at all. */
  #refused(sent: SubDrift[], reason: string): void {
    const [first, ...others] = sent;
    if (others.length > 0) for (const { id } of sent) this.#change(id, { alone: true, tries: 0 });
    else if (first) {
      const valued = Object.keys(first.payload).length > 0;
      this.#change(first.id, { refuses: valued ? 'values' : 'all', reason, tries: 0 });
    }
  }

  #sendable(one: SubDrift): SubDrift[] {
    const refuses = this.#open.get(one.id)?.refuses ?? 'nothing';
    if (refuses === 'nothing') return [one];
    return refuses === 'all' ? [] : withoutValues(one);
  }

  /** Let go of all that is to be done; what is under way ends. */
  stop(): void {
    this.#stopped = true;
    this.#callOff();
    this.#open.clear();
  }

  /** Whether anything is to be sent, or was and is not answered. */
  get busy(): boolean {
    return this.#open.size > 0;
  }

  /** What has not been the same for longer than it takes. */
  get lagging(): string[] {
    const late = this.#ports.clock.monotonic() - lagsAfter;
    const slow = [...this.#open].filter(([, { reason, since, tries }]) => reason !== '' || since <= late || tries > 1);
    return slow.map(([id]) => id);
  }

  /** By id, why the backup does not take what the main holds. */
  get refusals(): Map<string, string> {
    return new Map([...this.#open].flatMap(([id, { reason }]) => (reason === '' ? [] : [[id, reason]])));
  }

  /** The differences that are left; what is the same is done with. */
  #found({ from, to }: { from: PairedApp; to: PairedApp }): SubDrift[] {
    const found = findDrift(from, to, this.#open.keys());
    const left = new Set(found.map(({ id }) => id));
    for (const id of [...this.#open.keys()]) if (!left.has(id)) this.#open.delete(id);
    return found;
  }

  #send(ready: SubDrift[], now: number): void {
    const alone = ready.find(({ id }) => this.#open.get(id)?.alone);
    this.#underWay = alone ? [alone] : ready;
    for (const { id } of this.#underWay) {
      this.#change(id, { tries: (this.#open.get(id)?.tries ?? 0) + 1, triedAt: now });
    }
    this.#ports.send(repairItems(this.#underWay, (id) => this.#open.get(id)?.action ?? 'jump'));
  }

  /** How much longer (ms) one has to wait to be sent; for ever where it is refused. */
  #wait(id: string, now: number): number {
    const open = this.#open.get(id);
    if (!open) return Infinity;
    return Math.max(0, open.triedAt + (again[Math.min(open.tries, again.length - 1)] ?? 0) - now);
  }

  #note(id: string, known: Partial<Unmirrored>): void {
    const fresh: Unmirrored = { ...untried, action: 'jump', since: this.#ports.clock.monotonic() };
    this.#open.set(id, { ...fresh, ...this.#open.get(id), ...known });
  }

  #change(id: string, known: Partial<Unmirrored>): void {
    const open = this.#open.get(id);
    if (open) this.#open.set(id, { ...open, ...known });
  }
}

/** Nobody knows yet what the backup makes of it. */
const untried = { tries: 0, triedAt: -Infinity, alone: false, refuses: 'nothing', reason: '' } as const;
