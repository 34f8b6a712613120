import type { InUse } from '../../contract/desk-api/backup.ts';
import type { ActiveSide, DeskMessage } from '../../contract/service-api/desk-presence.ts';
import { isLater } from '../../contract/service-api/latest-word.ts';
import type { Clock } from '../../contract/clock.ts';

/** The word of the desks on the active side. It goes to both services, so that a page that draws both shows this one. */
export class ActiveWord {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #send: (to: InUse, message: DeskMessage) => void;
  #word: ActiveSide | undefined;
  /** The word that each service has, as far as known. */
  readonly #latest: Record<InUse, ActiveSide | undefined> = { main: undefined, backup: undefined };

  constructor(clock: Pick<Clock, 'now'>, send: (to: InUse, message: DeskMessage) => void) {
    [this.#clock, this.#send] = [clock, send];
  }

  /** The active side by the latest word heard or said. */
  get side(): InUse | undefined {
    return this.#word?.side;
  }

  /** A later moment than that of every word heard, even if the clock of another desk is ahead. */
  say(side: InUse): void {
    this.#word = { side, at: Math.max(this.#clock.now(), (this.#word?.at ?? 0) + 1) };
    for (const to of ['main', 'backup'] as const) this.#send(to, { type: 'active', ...this.#word });
  }

  /** The word that a service has. `operated`: the active side, if this desk operates the pair. */
  heard(from: InUse, active: ActiveSide | undefined, operated: InUse | undefined): void {
    this.#latest[from] = active;
    if (active && isLater(active, this.#word)) this.#word = active;
    if (this.#word) this.repeat(from);
    else if (operated !== undefined) this.say(operated);
  }

  /** A service that restarted, or was away, gets the latest word. */
  repeat(to: InUse): void {
    if (this.#word && isLater(this.#word, this.#latest[to])) this.#send(to, { type: 'active', ...this.#word });
  }
}
