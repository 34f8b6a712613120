import type { InUse } from '../../contract/desk-api/backup.ts';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import type { OperationItem, Outcome, Press } from '../app/operation.ts';
import { StateCopy, type Copied, nothingCopied, together } from './state-copy.ts';
import type { PairedApp } from './paired-apps.ts';

export interface FailOverPorts {
  /** The name of the app. */
  name(): string;
  inUse(): InUse;
  /** Undefined while the one that is not in use is heard; otherwise why it is not. */
  awayReason(): string | undefined;
  sides(): { from: PairedApp; to: PairedApp };
  /** Ids of what is known to refuse its values. */
  refused(): Iterable<string>;
  /** Send one request to the one that is not in use; gives how it ended, and never rejects. */
  send(items: OperationItem[], how: { action: string; press: Press }): Promise<Outcome>;
  /** Nothing goes to the main from here on, and what is under way there ends. */
  cut(): void;
  /** It did not come to it: the main is in use as before. */
  abandon(): void;
  /** The other one is in use from here on. `left`: the names of what could not be brought over. */
  finish(to: InUse, left: string[]): void;
  /** It began or ended. */
  changed(): void;
  /** What was done is to stand in the as-run log. */
  log(done: { action: string; items: OperationItem[]; outcome: Outcome; press: Press }): void;
}

const words = { backup: 'Fail over', main: 'Fail back' } as const;

/** Goes over to the backup, and back to the main, one at a time. */
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

  /** A panic was pressed: what is being brought over is to be out. */
  onPanic(): void {
    this.#panics += 1;
  }

  /**
   * Bring the backup to what was last confirmed of the main, and operate the backup from then on; or bring the main to what
   * the backup shows, and operate the main. Rejects with `backup-refused`: then what was in use stays so.
   */
  async moveTo(which: InUse, press: Press): Promise<void> {
    let copied = nothingCopied;
    try {
      this.#checkStart(which);
      copied = await this.#copy(which, press);
      this.#checkEnd(which, copied.outcome);
    } catch (thrown) {
      const error = new OverlayError('backup-refused', asOverlayError(thrown).message);
      this.#log(which, press, { ...copied, outcome: { result: 'failed', error } });
      this.#ports.changed();
      throw error;
    }
    this.#log(which, press, copied);
    this.#ports.finish(which, copied.left);
    this.#ports.changed();
  }

  #checkStart(to: InUse): void {
    const name = this.#ports.name();
    if (this.#moving) throw new OverlayError('backup-refused', `${name} is going over or back already.`);
    if (this.#ports.inUse() === to) throw new OverlayError('backup-refused', `${name} is on its ${to} already.`);
    this.#checkReachable(to);
  }

  async #copy(to: InUse, press: Press): Promise<Copied> {
    const action = words[to];
    const bringing = new StateCopy(this.#ports.refused(), {
      sides: () => this.#ports.sides(),
      send: (items) => this.#ports.send(items, { action: action, press }),
    });
    const bring = (): Promise<Copied> => (to === 'main' ? bringing.copyUntilSame() : bringing.copyOnce());
    this.#moving = true;
    const before = this.#panics;
    this.#ports.changed();
    try {
      if (to === 'backup') this.#ports.cut();
      const copied = await bring();
      if (this.#panics === before) return copied;
      // What was on its way beside the panic may have come in after it, or fallen to it with its values.
      return together([await bringing.takeAllOut(), await bring()]);
    } finally {
      this.#moving = false;
    }
  }

  /** Over it goes also where not everything could be brought: half a picture is more than none. Back it does not have to go. */
  #checkEnd(to: InUse, outcome: Outcome): void {
    try {
      this.#checkReachable(to);
      if (to === 'main' && outcome.result !== 'confirmed') throw outcome.error;
    } catch (thrown) {
      if (to === 'backup') this.#ports.abandon();
      throw thrown;
    }
  }

  #checkReachable(which: InUse): void {
    const reason = this.#ports.awayReason();
    if (reason === undefined) return;
    throw new OverlayError('backup-refused', `The ${which} of ${this.#ports.name()} is not there. ${reason}`.trim());
  }

  #log(to: InUse, press: Press, { items, outcome }: Copied): void {
    this.#ports.log({ action: words[to], items, outcome, press });
  }
}
