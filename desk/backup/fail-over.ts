import type { AsRunKind } from '../../contract/desk-api/as-run.ts';
import type { InUse } from '../../contract/desk-api/backup.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { OperationItem, Outcome, Press } from '../app/operation.ts';
import { StateCopy, type Copied, nothingCopied, together } from './state-copy.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { PairedApp } from './paired-apps.ts';

/** The name of an operation, for people and for programs. */
export interface Called {
  action: string;
  purpose: AsRunKind;
}

export interface FailOverPorts {
  knownError: KnownError;
  /** The name of the app. */
  name(): string;
  inUse(): InUse;
  /** Why the standby cannot be reached; undefined while it is live. */
  awayReason(): string | undefined;
  /**
   * This desk operates the pair from now on. Resolves with whether another desk has made that side active before: what is
   * on air there is adopted then, and nothing is copied over it.
   */
  takeOver(to: InUse): Promise<boolean>;
  pair(): { from: PairedApp; to: PairedApp };
  /** The ids of what is known to refuse its values. */
  refused(): Iterable<string>;
  /** Sends one request to the standby. Returns its outcome and never rejects. */
  send(items: OperationItem[], how: Called & { press: Press }): Promise<Outcome>;
  /** Cuts the connection to the main. What is under way there ends. */
  cut(): void;
  /** It failed, and the active side stays as it was. Both are connected again to what leads there by now. */
  abandon(): void;
  /** The other one is active from here on. `left`: the names of what could not be copied. */
  finish(to: InUse, left: string[]): void;
  /** It began or ended. */
  changed(): void;
  /** Writes the fail-over or fail-back into the as-run log. */
  log(done: Called & { items: OperationItem[]; outcome: Outcome; press: Press }): void;
}

const called: Record<InUse, Called> = {
  backup: { action: 'Fail over', purpose: 'failOver' },
  main: { action: 'Fail back', purpose: 'failBack' },
};

/** Fails over to the backup and back to the main, one at a time. */
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

  /** A panic was pressed, so what is being copied must go Out. */
  onPanic(): void {
    this.#panics += 1;
  }

  /**
   * Fails over: copies the last confirmed state of the main to the backup, and makes the backup active. Fails back:
   * copies the state of the backup to the main, and makes the main active. Rejects with `backup-refused`; the
   * active side then stays as it was.
   */
  async moveTo(which: InUse, press: Press): Promise<void> {
    let copied = nothingCopied;
    try {
      this.#checkStart(which);
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
    this.#ports.finish(which, copied.left);
    this.#ports.changed();
  }

  /** Logs a press that is refused before anything is done. */
  refuse(to: InUse, press: Press, error: OverlayError): void {
    this.#log(to, press, { ...nothingCopied, outcome: { result: 'failed', error } });
  }

  #checkStart(to: InUse): void {
    const name = this.#ports.name();
    if (this.#moving) throw new OverlayError('backup-refused', `${name} is already failing over or back.`);
    if (this.#ports.inUse() === to) throw new OverlayError('backup-refused', `The ${to} of ${name} is already active.`);
    this.#checkReachable(to);
  }

  /** Nothing else may begin as soon as the pair is being taken over: not even an automatic fail-over of this desk. */
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
    const stateCopy = new StateCopy(this.#ports.refused(), {
      pair: () => this.#ports.pair(),
      send: (items) => this.#ports.send(items, { ...called[to], press }),
    });
    const copy = (): Promise<Copied> => (to === 'main' ? stateCopy.copyUntilSame() : stateCopy.copyOnce());
    const before = this.#panics;
    if (to === 'backup') this.#ports.cut();
    const copied = await copy();
    if (this.#panics === before) return copied;
    // A request under way beside the panic may have taken something In after it, or lost its values to it.
    return together([await stateCopy.takeAllOut(), await copy()]);
  }

  /** Fail over even when only part could be copied; fail back only when everything was. */
  #checkEnd(to: InUse, outcome: Outcome): void {
    this.#checkReachable(to);
    if (to === 'main' && outcome.result !== 'confirmed') throw outcome.error;
  }

  #checkReachable(which: InUse): void {
    const reason = this.#ports.awayReason();
    if (reason === undefined) return;
    throw new OverlayError(
      'backup-refused',
      `The ${which} of ${this.#ports.name()} cannot be reached. ${reason}`.trim(),
    );
  }

  #log(to: InUse, press: Press, { items, outcome }: Copied): void {
    this.#ports.log({ ...called[to], items, outcome, press });
  }
}
