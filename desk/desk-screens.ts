import { deskApi, type DeskChange, type DeskView } from '../contract/desk-api/desk-api.ts';
import { type Calls, justNow, type Pipe, serveLink } from '../contract/link/link.ts';
import type { Keyboard } from '../surfaces/press/key-guards.ts';
import type { Keys } from '../surfaces/press/keys.ts';
import type { SharedCalls } from './desk-calls.ts';
import { faultId, type Faults } from './log/faults.ts';
import { screenFaults } from './log/screen-faults.ts';
import type { DeskPorts } from './ports.ts';
import type { Presence } from './backup/presence.ts';
import type { ShowLock } from './show/show-lock.ts';

export interface DeskScreensPorts {
  ports: Pick<DeskPorts, 'clock' | 'log'>;
  calls: SharedCalls;
  presence: Presence;
  keys: Keys;
  lock: ShowLock;
  faults: Faults;
  /** Returns the complete desk view and reports later changes. */
  watch(told: (change: DeskChange) => void): { state: DeskView; leave(): void };
  allGone(): void;
}

export class DeskScreens {
  readonly #ports: DeskScreensPorts;
  readonly #watching = new Set<Keyboard>();

  constructor(ports: DeskScreensPorts) {
    this.#ports = ports;
  }

  serve(pipe: Pipe): void {
    const { ports, calls: shared, presence, keys, lock, faults } = this.#ports;
    const screen: Keyboard = {
      caughtUp: (then) => link.caughtUp(then),
      refused: (refusal) => link.emit('keyRefused', refusal),
    };
    let leave = (): void => {};
    const calls: Calls<typeof deskApi> = {
      ...shared,
      ...presence.calls(screen),
      ...screenFaults({ ...ports, newId: faultId }),
      key: ({ key, repeat }, { age, at: stamp } = justNow) => keys.down(key, repeat, { keyboard: screen, age, stamp }),
      keyUp: ({ key, lost }, { age, at: stamp } = justNow) => {
        if (lost) keys.lost(key, screen);
        else keys.up(key, { keyboard: screen, age, stamp });
      },
      watch: () => {
        leave();
        this.#watching.add(screen);
        const watching = this.#ports.watch((change) => link.emit('changed', change));
        ({ leave } = watching);
        return watching.state;
      },
    };
    const link = serveLink(pipe, deskApi, {
      calls,
      clock: ports.clock,
      allow: (name, request) => lock.allow(name, request),
      knownError: faults.in('link'),
    });
    pipe.onClose(() => {
      leave();
      keys.gone(screen);
      presence.gone(screen);
      if (this.#watching.delete(screen) && this.#watching.size === 0) this.#ports.allGone();
    });
  }
}
