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
export function panelGuards(clock: LinkClock, changed: () => void) {
  const all = new Map<string, PanelGuard>();
  const add = (key: string, action: string): PanelGuard => {
    const guarded: PanelGuard = {
      action,
      isArmed: false,
      fire: () => undefined,
      guard: new PressMachine({
        clock,
        changed: (state) => {
          guarded.isArmed = state === 'armed';
          changed();
        },
        fire: () => {
          guarded.fire();
          return true;
        },
      }),
    };
    all.set(key, guarded);
    return guarded;
  };
  return {
    armed: (): ReadonlySet<string> =>
      new Set([...all.values()].filter(({ isArmed }) => isArmed).map(({ action }) => action)),
    press(action: string, options: object, fire: () => void): void {
      const key = `${action} ${JSON.stringify(options)}`;
      const guarded = all.get(key) ?? add(key, action);
      guarded.fire = fire;
      guarded.guard.tap(rule);
    },
    disarm(): void {
      for (const { guard } of all.values()) guard.end();
      all.clear();
    },
  };
}
