import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { type DeskApi, isEditing } from '../../contract/desk-api/desk-api.ts';
import type { lockCalls, ShowLockView } from '../../contract/desk-api/show-lock.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { CallFacts, Calls } from '../../contract/link/link.ts';
import { screenOf } from '../app/presses.ts';
import type { Ground } from '../ground.ts';
import { hashedPin, isPin, KeptPin } from '../screens/pin.ts';

/** Null while unlocked. The PIN is hashed. */
const KeptLock = z.object({ by: z.string(), pin: KeptPin.nullable() });
type KeptLock = z.infer<typeof KeptLock>;

/** Milliseconds after a wrong PIN before the next attempt. */
const wrongPause = 1_000;

/** While the show is locked, screens can play and watch, but not edit. A restart does not unlock. */
export class ShowLock {
  readonly #ground: Ground;
  #kept: KeptLock | null;
  #nextTry = -Infinity;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#kept = ground.settings.member('lock', KeptLock.nullable()) ?? null;
  }

  get view(): ShowLockView {
    return { locked: this.#kept !== null, pin: (this.#kept?.pin ?? null) !== null, by: this.#kept?.by ?? '' };
  }

  /** Throws `show-locked` if the show is locked and this call edits. */
  allow<Name extends keyof DeskApi['calls']>(name: Name, request: z.infer<DeskApi['calls'][Name]['takes']>): void {
    if (isEditing(name, request)) this.check();
  }

  /** Throws `show-locked`. Check again after each wait: the show may have been locked while a file was read. */
  check(): void {
    if (this.#kept) throw new OverlayError('show-locked');
  }

  readonly calls: Calls<{ calls: typeof lockCalls }> = {
    lockShow: async ({ pin }, facts) => {
      if (this.#kept) throw new OverlayError('show-locked', texts.lock.already);
      const kept = pin === null ? null : await hashedPin(pin);
      this.#become({ by: this.#ground.asRun.operator, pin: kept }, texts.lock.locked, facts);
    },
    unlockShow: async ({ pin }, facts) => {
      const kept = this.#kept;
      if (!kept) return;
      if (kept.pin && !(await this.#isRight(pin ?? '', kept.pin))) {
        const error = new OverlayError('pin-wrong');
        this.#record(texts.lock.unlock, { facts, error });
        throw error;
      }
      this.#become(null, texts.lock.unlocked, facts);
    },
  };

  #become(kept: KeptLock | null, action: string, facts: CallFacts | undefined): void {
    this.#kept = kept;
    this.#ground.settings.save('lock', kept);
    this.#record(action, { facts });
    this.#ground.screens.changed();
    this.#ground.facts.locked.tell(kept !== null);
  }

  #record(action: string, { facts, error }: { facts: CallFacts | undefined; error?: OverlayError }): void {
    const { recording, presses } = this.#ground;
    recording.ofDesk({ kind: 'lock', action }, presses.uncounted({ trigger: screenOf(facts), age: 0 }), error);
  }

  async #isRight(pin: string, kept: KeptPin): Promise<boolean> {
    const now = this.#ground.clock.monotonic();
    if (now < this.#nextTry) throw new OverlayError('too-many', texts.lock.wrongPin);
    // Counts as wrong until verified, because several PINs may be tried in parallel.
    this.#nextTry = now + wrongPause;
    const right = await isPin(pin, kept);
    if (right) this.#nextTry = -Infinity;
    return right;
  }
}
