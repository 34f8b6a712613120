import { texts } from '../../contract/texts/texts.ts';
import type { AsRunKind } from '../../contract/desk-api/as-run.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import { OverlayError, type KnownError } from '../../contract/errors.ts';
import type { OperationItem, Outcome, Press } from '../app/operation.ts';
import { StateCopy, type Copied, nothingCopied, together } from './state-copy.ts';
import { onlyIn } from './drift.ts';
import type { AppPair } from './paired-apps.ts';
import type { Clock } from '../../contract/clock.ts';

export interface Called {
  action: string;
  purpose: AsRunKind;
}

export interface FailOverPorts {
  knownError: KnownError;
  name(): string;
  inUse(): InUse;
  awayReason(): string | undefined;
  /** Resolves with true if another desk made that side active; its on-air state is then adopted. */
  takeOver(to: InUse): Promise<boolean>;
  pair(): AppPair;
  refused(): Iterable<string>;
  /** Sends one request to the standby. Never rejects. */
  send(items: OperationItem[], how: Called & { press: Press }): Promise<Outcome>;
  /** Cuts the connection to the main and ends its pending operations. */
  cut(): void;
  /** Reconnects both sides to their current targets after a failure; the active side stays. */
  abandon(): void;
  /** `left` names the items that could not be copied, `lost` what is In and missing there. */
  finish(to: InUse, { left, lost }: { left: string[]; lost: string[] }): void;
  changed(): void;
  log(done: Called & { items: OperationItem[]; outcome: Outcome; press: Press }): void;
}

const called: Record<InUse, () => Called> = {
  backup: () => ({ action: texts.backup.failOver, purpose: 'failOver' }),
  main: () => ({ action: texts.backup.failBack, purpose: 'failBack' }),
};

export class FailOver {
  readonly #ports: FailOverPorts;
  #moving = false;
  #panics = 0;

  constructor(ports: FailOverPorts) {
    this.#ports = ports;
  }

  get moving(): boolean {
    return this.#moving;
  }

  /** A panic was pressed, so the copied state must go Out. */
  onPanic(): void {
    this.#panics += 1;
  }

  /**
   * Copies confirmed state to the other side and makes that side active. Rejects with `backup-refused`; the active side
   * then stays.
   */
  async moveTo(which: InUse, press: Press): Promise<void> {
    let copied = nothingCopied;
    const lost = onlyIn(this.#ports.pair());
    try {
      this.#checkStart(which, lost);
      try {
        copied = await this.#move(which, press);
        this.#checkEnd(which, copied.outcome);
      } catch (thrown) {
        this.#ports.abandon();
        throw thrown;
      }
    } catch (thrown) {
      const error = new OverlayError('backup-refused', this.#ports.knownError(thrown).message);
      this.#log(which, press, { ...copied, outcome: { result: 'failed', error } });
      this.#ports.changed();
      throw error;
    }
    this.#log(which, press, copied);
    this.#ports.finish(which, { left: copied.left, lost });
    this.#ports.changed();
  }

  /** Another desk made that side active. */
  followed(to: InUse, press: Press): void {
    this.#log(to, press, nothingCopied);
  }

  refuse(to: InUse, press: Press, error: OverlayError): void {
    this.#log(to, press, { ...nothingCopied, outcome: { result: 'failed', error } });
  }

  #checkStart(to: InUse, lost: readonly string[]): void {
    const name = this.#ports.name();
    if (this.#moving) throw new OverlayError('backup-refused', texts.backup.alreadyChanging(name));
    if (this.#ports.inUse() === to) throw new OverlayError('backup-refused', texts.backup.alreadyActive(to, name));
    this.#checkReachable(to);
    // A fail-over may be urgent, so nothing of this kind refuses it.
    if (to === 'main' && lost.length > 0)
      throw new OverlayError('backup-refused', texts.backup.goesOff(to, lost.join(', ')));
  }

  /** Blocks other moves from the start of the take-over, including automatic fail-over. */
  async #move(to: InUse, press: Press): Promise<Copied> {
    this.#moving = true;
    this.#ports.changed();
    try {
      const isThere = await this.#ports.takeOver(to);
      this.#checkReachable(to);
      return isThere ? nothingCopied : await this.#copy(to, press);
    } finally {
      this.#moving = false;
    }
  }

  async #copy(to: InUse, press: Press): Promise<Copied> {
    const { refused, pair, send } = this.#ports;
    const stateCopy = new StateCopy(refused(), pair, (items) => send(items, { ...called[to](), press }));
    const copy = (): Promise<Copied> => (to === 'main' ? stateCopy.copyUntilSame() : stateCopy.copyOnce());
    const before = this.#panics;
    if (to === 'backup') this.#ports.cut();
    const copied = await copy();
    if (this.#panics === before) return copied;
    // A request parallel to the panic may have taken something In, or lost its values.
    return together([await stateCopy.takeAllOut(), await copy()]);
  }

  /** Fail-over accepts a partial copy; fail-back requires a complete copy. */
  #checkEnd(to: InUse, outcome: Outcome): void {
    this.#checkReachable(to);
    if (to === 'main' && outcome.result !== 'confirmed') throw outcome.error;
  }

  #checkReachable(which: InUse): void {
    const reason = this.#ports.awayReason();
    if (reason === undefined) return;
    throw new OverlayError('backup-refused', texts.backup.unreachable(which, this.#ports.name(), reason).trim());
  }

  #log(to: InUse, press: Press, { items, outcome }: Copied): void {
    this.#ports.log({ ...called[to](), items, outcome, press });
  }
}

export class LossWatch {
  readonly #clock: Clock;
  readonly #due: () => void;
  #lostAt: number | undefined;
  #after: number | null = null;
  #failsOverAt: number | null = null;
  #callOff: () => void = () => {};

  constructor(clock: Clock, due: () => void) {
    [this.#clock, this.#due] = [clock, due];
  }

  /** Milliseconds since the epoch; null if no fail-over is due. */
  get failsOverAt(): number | null {
    return this.#failsOverAt;
  }

  get isDue(): boolean {
    return this.#lostAt !== undefined && this.#after !== null && this.#left <= 0;
  }

  /** `after`: ms until fail-over; null for never. */
  update(lost: boolean, after: number | null): void {
    const same = lost === (this.#lostAt !== undefined) && after === this.#after;
    if (same) return;
    this.#callOff();
    this.#lostAt = lost ? (this.#lostAt ?? this.#clock.monotonic()) : undefined;
    this.#after = after;
    this.#failsOverAt = null;
    if (this.#lostAt === undefined || after === null) return;
    const left = Math.max(0, this.#left);
    this.#failsOverAt = this.#clock.now() + left;
    this.#callOff = this.#clock.after(left, () => this.#due());
  }

  get #left(): number {
    return (this.#lostAt ?? Infinity) + (this.#after ?? Infinity) - this.#clock.monotonic();
  }
}
