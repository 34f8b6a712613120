import type { LinkClock } from '../../contract/link/link.ts';
import { PressGuard } from '../../contract/press-guard.ts';

/** Milliseconds; a second press sooner is a bounce. */
const bounce = 250;

interface PanelGuard {
  guard: PressGuard;
  isArmed: boolean;
  fire: () => void;
}

/** Guarded actions fire at their second press. The same action with other options counts separately. */
export class Guards {
  readonly #clock: LinkClock;
  readonly #changed: () => void;
  readonly #all = new Map<string, PanelGuard & { action: string }>();

  constructor(clock: LinkClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get armed(): ReadonlySet<string> {
    return new Set([...this.#all.values()].filter(({ isArmed }) => isArmed).map(({ action }) => action));
  }

  press(action: string, options: object, fire: () => void): void {
    const key = `${action} ${JSON.stringify(options)}`;
    const guarded = this.#all.get(key) ?? this.#add(key, action);
    guarded.fire = fire;
    guarded.guard.tap();
  }

  disarm(): void {
    for (const { guard } of this.#all.values()) guard.end();
    this.#all.clear();
  }

  #add(key: string, action: string): PanelGuard {
    const guarded: PanelGuard & { action: string } = {
      action,
      isArmed: false,
      fire: () => undefined,
      guard: new PressGuard(() => ({ arms: true, bounce }), {
        clock: this.#clock,
        changed: (state) => {
          guarded.isArmed = state === 'armed';
          this.#changed();
        },
        fire: () => guarded.fire(),
      }),
    };
    this.#all.set(key, guarded);
    return guarded;
  }
}
