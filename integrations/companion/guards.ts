import type { LinkClock } from '../../contract/link/link.ts';
import { PressMachine } from '../../contract/press-machine.ts';

/** `bounce`: milliseconds. */
const rule = { guard: { arms: true, bounce: 250 }, kinds: { short: 'pressed' } };

interface PanelGuard {
  action: string;
  guard: PressMachine<string>;
  isArmed: boolean;
  fire: () => void;
}

/** Guarded actions fire at their second press. The same action with other options counts separately. */
export class Guards {
  readonly #clock: LinkClock;
  readonly #changed: () => void;
  readonly #all = new Map<string, PanelGuard>();

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
    guarded.guard.tap(rule);
  }

  disarm(): void {
    for (const { guard } of this.#all.values()) guard.end();
    this.#all.clear();
  }

  #add(key: string, action: string): PanelGuard {
    const guarded: PanelGuard = {
      action,
      isArmed: false,
      fire: () => undefined,
      guard: new PressMachine({
        clock: this.#clock,
        changed: (state) => {
          guarded.isArmed = state === 'armed';
          this.#changed();
        },
        fire: () => {
          guarded.fire();
          return true;
        },
      }),
    };
    this.#all.set(key, guarded);
    return guarded;
  }
}
