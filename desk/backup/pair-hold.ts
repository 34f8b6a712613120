import type { InUse } from '../../contract/desk-api/backup.ts';
import type { DeskMessage, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { Holds } from './holds.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * Presence ids of the operating desk, distinct from all sub-composition ids. The second means that the pair runs on its
 * backup.
 */
const ids = { pair: 'pair', onBackup: 'pair on its backup' };

/** Milliseconds to wait for the service to confirm the take-over. */
const takesOverWithin = 1_000;
/** Milliseconds to wait for another desk. A desk that only reconnects, as after fail-over, returns within this time. */
const reconnectsWithin = 2_000;

export interface PairHoldPorts {
  clock: Clock;
  deskName(): string;
  send(message: DeskMessage): void;
  /** Whether this desk may need to fail over automatically, and so operates an unclaimed pair. */
  isEager(): boolean;
  yielded(): void;
  changed(): void;
}

/**
 * This desk's claim to the pair:
 *
 * | claim | begin | operate, take over | another desk operates | the backup is polled |
 * | --- | --- | --- | --- | --- |
 * | `none` | `begun` | `ours` | `none` | `none` |
 * | `begun`: an operator acted; `ours` once no other desk operates | `begun` | `ours` | `none` | `none` |
 * | `ours` | `ours` | `ours` | `none` | on the backup `takesBack`, else `none` |
 * | `takesBack`: desks did not see each other; `ours` once held | `takesBack` | `takesBack` | taken over: `ours` | `takesBack` |
 */
type Claim = 'none' | 'begun' | 'ours' | 'takesBack';

/** Decides the one desk that mirrors and fails over by itself. Desks agree through the live channel of the backup's service. */
export class PairHold {
  readonly #ports: PairHoldPorts;
  readonly #holds: Holds;
  #inUse: InUse;
  #claim: Claim = 'none';
  /** The active side of the last operating desk seen elsewhere. `acted`: an operator acted here after that desk left. */
  #last: { inUse: InUse; acted: boolean } | undefined;
  /** The active side of the desk that gave up the pair. */
  #takenFrom: InUse | undefined;
  /** Cancels the wait for an operating desk that may still appear. */
  #stopWaiting: (() => void) | undefined;

  constructor(inUse: InUse, ports: PairHoldPorts) {
    [this.#inUse, this.#ports] = [inUse, ports];
    this.#holds = new Holds(ports.clock, { name: () => ports.deskName(), send: (message) => ports.send(message) });
  }

  get isOurs(): boolean {
    return this.#operates && this.#holds.has(ids.pair);
  }

  get #operates(): boolean {
    return this.#claim === 'ours' || this.#claim === 'takesBack';
  }

  get other(): { desk: string; inUse: InUse } | undefined {
    const desk = this.#holds.holderOf(ids.pair);
    return desk === undefined ? undefined : { desk, inUse: this.#holds.holderOf(ids.onBackup) ? 'backup' : 'main' };
  }

  /**
   * The side another desk runs, whose on-air state is adopted. Backup stays set after that desk leaves, until an
   * operator acts here.
   */
  get elsewhere(): InUse | undefined {
    if (this.other) return this.other.inUse;
    return this.#last?.inUse === 'backup' && !this.#last.acted ? 'backup' : undefined;
  }

  /**
   * Requests operation after an operator's action. Refuses if another desk operates, or ran the other on-air side.
   * Returns whether this desk operates.
   */
  begin(): boolean {
    if (this.other) return false;
    if (this.#last && this.#last.inUse !== this.#inUse) {
      this.#last.acted = true;
      return false;
    }
    if (this.#operates) return true;
    this.#claim = 'begun';
    if (this.#holds.isOpen && !this.#stopWaiting) this.#operate();
    return true;
  }

  /**
   * Takes the pair over. Resolves when operating or undecidable, with the other desk's last side; it may have changed.
   */
  async takeOver(): Promise<InUse | undefined> {
    this.#last = undefined;
    this.#wait(false);
    this.#takenFrom = this.other?.inUse;
    if (!this.other) {
      this.#operate();
      return undefined;
    }
    await new Promise<void>((resolve) => {
      const callOff = this.#ports.clock.after(takesOverWithin, resolve);
      this.#holds.takeOver(ids.pair, () => {
        callOff();
        resolve();
      });
    });
    this.#operate();
    return this.#takenFrom;
  }

  /** This desk made the pair or made this side active, so it operates without waiting. */
  operate(inUse: InUse): void {
    this.#inUse = inUse;
    this.#last = undefined;
    this.#operate();
  }

  /** This desk went to the side that another desk made active. */
  follow(inUse: InUse): void {
    this.#inUse = inUse;
    if (this.#operates) this.#operate();
  }

  onDesks(frame: DesksFrame): void {
    const before = { ours: this.isOurs, other: this.other?.desk, inUse: this.other?.inUse };
    const isFirst = this.#holds.onDesks(frame);
    const { other } = this;
    const isTaken = other !== undefined || this.#holds.has(ids.pair);
    // A desk that ran the backup still holds `onBackup` when it loses the pair.
    if (other) this.#takenFrom = other.inUse;
    else if (this.#holds.holderOf(ids.onBackup) !== undefined) this.#takenFrom = 'backup';
    if (isTaken) this.#last = other && { inUse: other.inUse, acted: false };
    if (other) this.#meet();
    else if (this.#claim === 'takesBack' && this.#holds.has(ids.pair)) this.#claim = 'ours';
    if (isTaken) this.#wait(false);
    else if (before.other !== undefined || (isFirst && !this.#operates)) this.#wait(true);
    // The on-air state there comes before actions of another desk's operator.
    if (!other && !this.#last && this.#runsThere) this.#operate();
    const changed = before.ours !== this.isOurs || before.other !== other?.desk || before.inUse !== other?.inUse;
    if (changed) this.#ports.changed();
  }

  lose(): void {
    this.#wait(false);
    this.#holds.lose();
  }

  /**
   * The backup is polled, so desks fail over unseen. A desk on the main begins anew, as after a start. A desk on the
   * backup takes the pair back later, because its picture is on air.
   */
  unseen(): void {
    this.lose();
    if (this.#operates && this.#inUse === 'backup') this.#claim = 'takesBack';
    else if (this.#claim !== 'none') this.#yield();
  }

  end(): void {
    this.#wait(false);
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#holds.lose();
  }

  /** The backup's on-air state must not be overwritten, so its desk keeps the pair until another desk runs the main. */
  get #runsThere(): boolean {
    return this.#inUse === 'backup' && this.#last?.inUse !== 'main';
  }

  /**
   * Waits for an operating desk that may only be reconnecting. Then operates if on the backup, after an operator's
   * action, or for automatic fail-over.
   */
  #wait(begins: boolean): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    if (!begins) return;
    this.#stopWaiting = this.#ports.clock.after(reconnectsWithin, () => {
      this.#stopWaiting = undefined;
      const isEager = !this.#last && this.#ports.isEager();
      if (this.#runsThere || this.#claim === 'begun' || isEager) this.#operate();
    });
  }

  #operate(): void {
    if (this.#claim !== 'takesBack') this.#claim = 'ours';
    this.#holds.want(ids.pair, true);
    this.#holds.want(ids.onBackup, this.#inUse === 'backup');
  }

  #meet(): void {
    if (this.#claim === 'takesBack') {
      this.#claim = 'ours';
      this.#holds.takeOver(ids.pair, () => undefined);
      this.#operate();
    } else if (this.#claim !== 'none') this.#yield();
  }

  #yield(): void {
    this.#claim = 'none';
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#ports.yielded();
  }
}
