import { deskApi, type DeskChange, type DeskView } from '../contract/desk-api/desk-api.ts';
import { type Calls, justNow, type Pipe, serveLink } from '../contract/link/link.ts';
import type { Hand } from '../surfaces/press/hands.ts';
import { sharedCalls, type SharedCalls } from './desk-calls.ts';
import { screenFaults } from './log/screen-faults.ts';
import type { Rooms } from './rooms.ts';

/** Returns the complete desk view and reports later changes. */
export type Watch = (told: (change: DeskChange) => void) => { state: DeskView; leave(): void };

export class DeskScreens {
  readonly #rooms: Rooms;
  readonly #calls: SharedCalls;
  readonly #watch: Watch;
  readonly #watching = new Set<Hand>();

  constructor(rooms: Rooms, watch: Watch) {
    [this.#rooms, this.#calls, this.#watch] = [rooms, sharedCalls(rooms), watch];
  }

  serve(pipe: Pipe): void {
    const { clock, outside, presence, keys, lock, faults, controllers } = this.#rooms;
    const screen: Hand = {
      caughtUp: (then) => link.caughtUp(then),
      refused: (refusal) => link.emit('keyRefused', refusal),
    };
    let leave = (): void => {};
    const calls: Calls<typeof deskApi> = {
      ...this.#calls,
      ...presence.calls(screen),
      ...screenFaults(clock, outside.log),
      key: ({ key, repeat }, { age, at: stamp } = justNow) => keys.down(key, repeat, { keyboard: screen, age, stamp }),
      keyUp: ({ key, lost }, { age, at: stamp } = justNow) => {
        if (lost) keys.lost(key, screen);
        else keys.up(key, { keyboard: screen, age, stamp });
      },
      watch: () => {
        leave();
        this.#watching.add(screen);
        const watching = this.#watch((change) => link.emit('changed', change));
        ({ leave } = watching);
        return watching.state;
      },
    };
    const link = serveLink(pipe, deskApi, {
      calls,
      clock,
      allow: (name, request) => lock.allow(name, request),
      knownError: faults.in('link'),
    });
    pipe.onClose(() => {
      leave();
      keys.gone(screen);
      presence.gone(screen);
      if (this.#watching.delete(screen) && this.#watching.size === 0) controllers?.stopTesting();
    });
  }
}
