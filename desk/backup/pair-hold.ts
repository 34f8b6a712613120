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
  clock: Pick<Clock, 'after'>;
  deskName(): string;
  send(message: DeskMessage): void;
  /** Whether this desk may need to fail over automatically, and so operates an unclaimed pair. */
  isEager(): boolean;
  yielded(): void;
  changed(): void;
}

/** Decides the one desk that mirrors and fails over by itself. Desks agree through the live channel of the backup's service. */
export class PairHold {
  readonly #ports: PairHoldPorts;
  readonly #holds: Holds;
  #inUse: InUse;
  #operates = false;
  /** An operator acted; this desk operates once no other desk does. */
  #begun = false;
  /** The active side of the last operating desk seen elsewhere. */
  #lastElsewhere: InUse | undefined;
  /** The active side of the desk that gave up the pair. */
  #takenFrom: InUse | undefined;
  /** An operator acted here after the other desk left. */
  #actedSince = false;
  #takesBack = false;
  /** Cancels the wait for an operating desk that may still appear. */
  #stopWaiting: (() => void) | undefined;

  constructor(inUse: InUse, ports: PairHoldPorts) {
    this.#inUse = inUse;
    this.#ports = ports;
    this.#holds = new Holds({
      clock: ports.clock,
      name: () => ports.deskName(),
      send: (message) => ports.send(message),
      changed: () => undefined,
      lost: () => undefined,
    });
  }

  get isOurs(): boolean {
    return this.#operates && this.#holds.has(ids.pair);
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
    return this.#lastElsewhere === 'backup' && !this.#actedSince ? 'backup' : undefined;
  }

  /**
   * Requests operation after an operator's action. Refuses if another desk operates, or ran the other on-air side.
   * Returns whether this desk operates.
   */
  begin(): boolean {
    if (this.other) return false;
    if (this.#lastElsewhere !== undefined && this.#lastElsewhere !== this.#inUse) {
      this.#actedSince = true;
      return false;
    }
    if (this.#operates) return true;
    this.#begun = true;
    if (this.#holds.isOpen && !this.#stopWaiting) this.#operate();
    return true;
  }

  /**
   * Takes the pair over. Resolves when operating or undecidable, with the other desk's last side; it may have changed.
   */
  async takeOver(): Promise<InUse | undefined> {
    this.#forget();
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
    this.#forget();
    this.#operate();
  }

  onDesks(frame: DesksFrame): void {
    const before = { ours: this.isOurs, other: this.other?.desk, inUse: this.other?.inUse };
    const isFirst = this.#holds.onDesks(frame);
    const { other } = this;
    const isTaken = other !== undefined || this.#holds.has(ids.pair);
    // A desk that ran the backup still holds `onBackup` when it loses the pair.
    if (other) this.#takenFrom = other.inUse;
    else if (this.#holds.holderOf(ids.onBackup) !== undefined) this.#takenFrom = 'backup';
    if (isTaken) {
      this.#forget();
      this.#lastElsewhere = other?.inUse;
    }
    if (this.#takesBack && other) this.#takeBack();
    else if (other && (this.#operates || this.#begun)) this.#yield();
    else this.#takesBack &&= !this.#holds.has(ids.pair);
    if (isTaken) this.#wait(false);
    else if (before.other !== undefined || (isFirst && (!this.#operates || this.#begun))) this.#wait(true);
    // The on-air state there comes before actions of another desk's operator.
    if (!other && this.#lastElsewhere === undefined && this.#runsThere) this.#operate();
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
    this.#takesBack = this.#operates && this.#inUse === 'backup';
    if (!this.#takesBack && (this.#operates || this.#begun)) this.#yield();
  }

  end(): void {
    this.#wait(false);
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#holds.lose();
  }

  /** The backup's on-air state must not be overwritten, so its desk keeps the pair until another desk runs the main. */
  get #runsThere(): boolean {
    return this.#inUse === 'backup' && this.#lastElsewhere !== 'main';
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
      const isEager = this.#lastElsewhere === undefined && this.#ports.isEager();
      if (this.#runsThere || this.#begun || isEager) this.#operate();
    });
  }

  #forget(): void {
    this.#lastElsewhere = undefined;
    this.#actedSince = false;
  }

  #operate(): void {
    this.#operates = true;
    this.#begun = false;
    this.#holds.want(ids.pair, true);
    this.#holds.want(ids.onBackup, this.#inUse === 'backup');
  }

  #takeBack(): void {
    this.#takesBack = false;
    this.#holds.takeOver(ids.pair, () => undefined);
    this.#operate();
  }

  #yield(): void {
    this.#operates = false;
    this.#begun = false;
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#ports.yielded();
  }
}
