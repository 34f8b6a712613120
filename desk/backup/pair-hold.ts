import type { InUse } from '../../contract/desk-api/backup.ts';
import type { DeskMessage, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { Holds } from './holds.ts';
import type { Clock } from '../../contract/clock.ts';
import { type Meeting, trustIn } from './pair-meeting.ts';

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

/**
 * Decides the one desk that mirrors and fails over. Desks agree through the backup's service, else the main's. Polled
 * services show no desks, so operation then waits for an operator.
 */
export class PairHold {
  readonly #ports: PairHoldPorts;
  #holds: Holds;
  #inUse: InUse;
  #meeting: Meeting | undefined;
  /**
   * The meeting's minimum trust for operating the pair; in a worse place, another desk may start unseen. Undefined if
   * not operating.
   */
  #mandate: number | undefined;
  /** An operator acted; this desk operates once no other desk does. */
  #begun = false;
  /** The active side of the last operating desk seen elsewhere. */
  #lastElsewhere: InUse | undefined;
  /** The active side of the desk that gave up the pair. */
  #takenFrom: InUse | undefined;
  /** An operator acted here after the other desk left. */
  #actedSince = false;
  /** This desk made its side active while the other desks were unreachable. */
  #untold = false;
  /** Cancels the wait for an operating desk that may still appear. */
  #stopWaiting: (() => void) | undefined;

  constructor(inUse: InUse, ports: PairHoldPorts) {
    this.#inUse = inUse;
    this.#ports = ports;
    this.#holds = this.#openHolds();
  }

  get isOurs(): boolean {
    return this.#operates && (this.#meeting === 'nowhere' || this.#holds.has(ids.pair));
  }

  /** Desks that meet at the main cannot agree once the main is lost. */
  get failsOver(): boolean {
    return this.isOurs || (this.#operates && this.#meeting === 'main' && !this.#holds.isOpen);
  }

  /** Desks may miss each other here, so mirroring waits for an operator. */
  get needsWord(): boolean {
    return this.#mayMiss && !this.#operates && !this.other;
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
   * Requests operation after an operator's action. Refuses if another desk operates, ran the other on-air side, or may
   * be unseen. Returns whether this desk operates.
   */
  begin(): boolean {
    if (this.other) return false;
    if (this.#lastElsewhere !== undefined && this.#lastElsewhere !== this.#inUse) {
      this.#actedSince = true;
      return false;
    }
    if (this.#operates) return true;
    if (this.#mayMiss) return false;
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
    this.#untold = this.#meeting === 'main' && !this.#holds.isOpen;
    this.#operate();
  }

  meet(meeting: Meeting): void {
    this.#wait(false);
    this.#holds.lose();
    this.#meeting = meeting;
    this.#holds = this.#openHolds();
    if (meeting !== 'backup') this.#begun = false;
    if (this.#operates) this.#goOn();
    else if (this.#mandate === undefined && !this.#begun) this.#ports.yielded();
    this.#ports.changed();
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
    if (!other) this.#untold &&= !this.#holds.has(ids.pair);
    else if (this.#untold) this.#insist();
    else if (this.#mandate !== undefined || this.#begun) this.#yield();
    if (isTaken) this.#wait(false);
    else if (before.other !== undefined || (isFirst && (!this.#operates || this.#begun))) this.#wait(true);
    // The on-air state there comes before actions of another desk's operator.
    if (!other && this.#lastElsewhere === undefined && this.#runsThere) this.#operate();
    const changed = before.ours !== this.isOurs || before.other !== other?.desk || before.inUse !== other?.inUse;
    if (changed) this.#ports.changed();
  }

  /** At the main, another desk may switch to the backup during the loss, so wait after reconnecting. */
  lose(): void {
    this.#wait(false);
    const mayHaveChanged = this.#meeting === 'main' && this.#operates && this.#holds.isOpen;
    this.#holds.lose();
    if (mayHaveChanged) this.#goOn();
  }

  end(): void {
    this.#wait(false);
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#holds.lose();
  }

  get #mayMiss(): boolean {
    return this.#meeting !== undefined && this.#meeting !== 'backup';
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
      const isEager = this.#meeting === 'backup' && this.#lastElsewhere === undefined && this.#ports.isEager();
      if (this.#runsThere || this.#begun || isEager) this.#operate();
    });
  }

  #forget(): void {
    this.#lastElsewhere = undefined;
    this.#actedSince = false;
  }

  /** Continues operating; at the main, first waits for a desk that may run the backup. */
  #goOn(): void {
    this.#operate();
    if (this.#meeting !== 'main' || this.#inUse !== 'main') return;
    this.#begun = true;
    this.#holds.want(ids.pair, false);
  }

  get #operates(): boolean {
    return this.#mandate !== undefined && this.#mandate <= trustIn(this.#meeting);
  }

  #operate(): void {
    this.#mandate = trustIn(this.#meeting);
    this.#begun = false;
    this.#holds.want(ids.pair, true);
    this.#holds.want(ids.onBackup, this.#inUse === 'backup');
  }

  /** The other desk does not know that this desk's side is on air. */
  #insist(): void {
    this.#untold = false;
    this.#holds.takeOver(ids.pair, () => undefined);
    this.#operate();
  }

  #openHolds(): Holds {
    return new Holds({
      clock: this.#ports.clock,
      name: () => this.#ports.deskName(),
      send: (message) => this.#ports.send(message),
      changed: () => undefined,
      lost: () => undefined,
    });
  }

  #yield(): void {
    this.#mandate = undefined;
    this.#begun = false;
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#ports.yielded();
  }
}
