import type { InUse } from '../../contract/desk-api/backup.ts';
import type { DeskMessage, DesksFrame } from '../../contract/service-api/desk-presence.ts';
import { Holds } from './holds.ts';
import type { Clock } from '../../contract/clock.ts';
import { type Meeting, trustIn } from './pair-meeting.ts';

/**
 * What the desk that operates a pair holds among the desks of the service where they meet. No sub-composition has such an id.
 * The second says that the pair runs on its backup.
 */
const ids = { pair: 'pair', onBackup: 'pair on its backup' };

/** Milliseconds to wait for the service to say that this desk has taken over. */
const takesOverWithin = 1_000;
/**
 * How long (ms) this desk waits for another one: a desk that only reconnects, as each does that fails over, is back by then.
 */
const reconnectsWithin = 2_000;

export interface PairHoldPorts {
  clock: Pick<Clock, 'after'>;
  /** The name of this desk. */
  deskName(): string;
  /** Sends a message to the service where desks meet. */
  send(message: DeskMessage): void;
  /** Whether this desk may have to fail over by itself, and so operates a pair that no desk has operated yet. */
  isEager(): boolean;
  /** Another desk operates the pair from now on. */
  yielded(): void;
  /** Who operates the pair may have changed. */
  changed(): void;
}

/**
 * Which desk operates a pair of main and backup: it alone mirrors, and fails over by itself. Desks agree through the
 * presence of the backup's service. A desk that cannot hear that service sends it nothing either, so there are never two
 * mirrors. A service that is polled shows no other desks. If that is the backup's, desks agree through the main's, or not
 * at all. They may then miss each other, so a desk operates the pair only on an operator's word.
 */
export class PairHold {
  readonly #ports: PairHoldPorts;
  #holds: Holds;
  #inUse: InUse;
  #meeting: Meeting | undefined;
  /**
   * This desk operates the pair, or will as soon as the service says so, where trust in the meeting is at least this. If
   * desks meet in a worse place later, another one may have begun unseen. Undefined if this desk does not operate it.
   */
  #mandate: number | undefined;
  /** An operator acted here, so this desk operates the pair once it is sure that no other desk does. */
  #begun = false;
  /** Which of the two was active on the other desk that was last seen to operate the pair; undefined for none. */
  #lastElsewhere: InUse | undefined;
  /** Which of the two was active on the desk from which this one got the pair. */
  #takenFrom: InUse | undefined;
  /** An operator acted here after that desk had gone. */
  #actedSince = false;
  /** This desk made its side active while the other desks could not be told. */
  #untold = false;
  /** The desk that operates the pair may come yet, or come back. Calls off the wait for it. */
  #stopWaiting: (() => void) | undefined;

  constructor(inUse: InUse, ports: PairHoldPorts) {
    this.#inUse = inUse;
    this.#ports = ports;
    this.#holds = this.#openHolds();
  }

  /** Whether this desk may mirror. */
  get isOurs(): boolean {
    return this.#operates && (this.#meeting === 'nowhere' || this.#holds.has(ids.pair));
  }

  /** Whether this desk fails over by itself. Where desks meet at the main, they cannot agree once that is lost. */
  get failsOver(): boolean {
    return this.isOurs || (this.#operates && this.#meeting === 'main' && !this.#holds.isOpen);
  }

  /** Desks may miss each other where they meet, so this one does not mirror until an operator says so. */
  get needsWord(): boolean {
    return this.#mayMiss && !this.#operates && !this.other;
  }

  /** The other desk that operates the pair, and which of the two is active there. */
  get other(): { desk: string; inUse: InUse } | undefined {
    const desk = this.#holds.holderOf(ids.pair);
    return desk === undefined ? undefined : { desk, inUse: this.#holds.holderOf(ids.onBackup) ? 'backup' : 'main' };
  }

  /**
   * The side that another desk runs: what is on air there is adopted, and not copied over. The backup counts after that desk
   * has gone too, until an operator acts here. Undefined for none.
   */
  get elsewhere(): InUse | undefined {
    if (this.other) return this.other.inUse;
    return this.#lastElsewhere === 'backup' && !this.#actedSince ? 'backup' : undefined;
  }

  /**
   * An operator acted here, which makes this desk operate the pair, at once or as soon as no other desk can come back to
   * it. It does not while another desk operates it, nor after another desk that ran it on the other side has gone: that
   * side is on air, and only an operator who takes over may change it. Nor does it where desks may miss each other. Returns
   * whether it does.
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
   * Takes the pair over from another desk. Resolves once this desk operates it, or nobody can tell, with the side that the
   * other desk ran last: it may have changed sides on the way. Undefined for none.
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

  /** This desk made the pair, or made this side active, so it operates the pair without waiting for anybody. */
  operate(inUse: InUse): void {
    this.#inUse = inUse;
    this.#forget();
    this.#untold = this.#meeting === 'main' && !this.#holds.isOpen;
    this.#operate();
  }

  /** Desks meet here from now on. The reports of that service follow. */
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

  /** The service where desks meet reports which are there. */
  onDesks(frame: DesksFrame): void {
    const before = { ours: this.isOurs, other: this.other?.desk, inUse: this.other?.inUse };
    const isFirst = this.#holds.onDesks(frame);
    const { other } = this;
    const isTaken = other !== undefined || this.#holds.has(ids.pair);
    // A desk that ran the backup holds that still when the pair is taken from it.
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
    // What is on air there comes before what an operator of another desk may begin.
    if (!other && this.#lastElsewhere === undefined && this.#runsThere) this.#operate();
    const changed = before.ours !== this.isOurs || before.other !== other?.desk || before.inUse !== other?.inUse;
    if (changed) this.#ports.changed();
  }

  /**
   * The connection to the service where desks meet is lost. If that is the main's, another desk may go over to the backup
   * meanwhile, so this one first waits for it when the main is back.
   */
  lose(): void {
    this.#wait(false);
    const mayHaveChanged = this.#meeting === 'main' && this.#operates && this.#holds.isOpen;
    this.#holds.lose();
    if (mayHaveChanged) this.#goOn();
  }

  /** The pair ends here. */
  end(): void {
    this.#wait(false);
    for (const id of Object.values(ids)) this.#holds.want(id, false);
    this.#holds.lose();
  }

  /** Desks may miss each other where they meet. */
  get #mayMiss(): boolean {
    return this.#meeting !== undefined && this.#meeting !== 'backup';
  }

  /**
   * What is on air on the backup must not be copied over, so a desk that runs there holds the pair, unless another desk was
   * seen to run the main since.
   */
  get #runsThere(): boolean {
    return this.#inUse === 'backup' && this.#lastElsewhere !== 'main';
  }

  /**
   * Waits for the desk that operates the pair, or waits no longer. That one may have gone only to reconnect, as all desks do
   * when a service restarts, and a desk that has just connected does not know who operated the pair. If nobody comes, this
   * desk operates the pair where it runs on the backup, where an operator has acted, or where it may have to fail over.
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

  /** Goes on operating the pair, at the main after a wait for those who may run it on its backup. */
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

  /** The other desk was not told that this one made its side active, which is on air since. */
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
