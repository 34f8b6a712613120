import { deskApi, type DeskChange, type DeskView, type KeyRefusal } from '../contract/desk-api/desk-api.ts';
import { type Calls, justNow, type Pipe, serveLink } from '../contract/link/link.ts';
import type { Hand } from '../surfaces/press/hands.ts';
import { screenFaults } from './log/faults.ts';
import { screenName, screenNumber } from './app/presses.ts';
import type { Rooms } from './rooms.ts';
import type { presenceCalls } from '../contract/desk-api/presence.ts';
import type { faultCalls } from '../contract/desk-api/support.ts';
import { checkShow } from './check/show-check.ts';
import { logBlockedKey } from './controls/blocked-keys.ts';
import { controllerCalls, keyCalls } from './controls/open-controls.ts';
import { supportBundleCalls } from './log/support.ts';
import { operatingCalls, pressingCalls } from './operate/screen-calls.ts';
import { keptLayout } from './show/kept-layout.ts';
import { ShowParts } from './show/show-parts.ts';
import { loggedCalls } from './services/logged-calls.ts';
import { Updates } from './updates/updates.ts';

/** Returns the complete desk view and reports later changes. */
export type Watch = (told: (change: DeskChange) => void) => { state: DeskView; leave(): void };

/** `before`: the name that the screen had before its link broke. */
export function screenServer(rooms: Rooms, watch: Watch): (pipe: Pipe, before?: string) => void {
  const { clock, outside, presence, presses, keys, lock, faults, controllers } = rooms;
  const shared = sharedCalls(rooms);
  const watchers = new Set<Hand>();
  const numbers = new Set<number>();
  return (pipe, before = '') => {
    const number = numberFor(before, numbers);
    numbers.add(number);
    const screen = {
      name: screenName(String(number)),
      caughtUp: (then: () => void) => link.caughtUp(then),
      refused: (refusal: KeyRefusal) => link.emit('keyRefused', refusal),
    };
    if (before === screen.name) presence.back(screen);
    let leave = (): void => {};
    const calls: Calls<typeof deskApi> = {
      ...shared,
      ...pressingCalls(rooms, { kind: 'screen', detail: String(number) }),
      ...presence.calls(screen),
      ...screenFaults(clock, outside.log),
      key: ({ key, repeat }, { age, at: stamp } = justNow) => keys.down(key, repeat, { keyboard: screen, age, stamp }),
      keyUp: ({ key, lost }, { age, at: stamp } = justNow) => {
        if (lost) keys.lost(key, screen);
        else keys.up(key, { keyboard: screen, age, stamp });
      },
      blockedKey: ({ key, block }, { age } = justNow) =>
        logBlockedKey(rooms, keys, { key, block, age, hand: screen.name }),
      watch: () => {
        leave();
        watchers.add(screen);
        presses.screens.add(screen.name);
        rooms.screens.changed();
        const watching = watch((change) => link.emit('changed', change));
        ({ leave } = watching);
        return { ...watching.state, screen: screen.name };
      },
    };
    const allow: typeof lock.allow = (name, request) => lock.allow(name, request);
    const link = serveLink(pipe, deskApi, {
      calls,
      caller: String(number),
      clock,
      allow,
      knownError: faults.in('link'),
    });
    pipe.onClose(() => {
      leave();
      numbers.delete(number);
      presses.screens.delete(screen.name);
      rooms.screens.changed();
      keys.gone(screen);
      presence.gone(screen);
      if (watchers.delete(screen) && watchers.size === 0) controllers?.stopTesting();
    });
  };
}

/** A screen that comes back after a loss gets its number again, unless another screen has it. */
function numberFor(before: string, numbers: ReadonlySet<number>): number {
  const wished = screenNumber(before);
  if (wished > 0 && !numbers.has(wished)) return wished;
  let number = 1;
  while (numbers.has(number)) number += 1;
  return number;
}

type ScreenCall =
  'watch' | 'do' | 'preview' | 'key' | 'keyUp' | 'blockedKey' | keyof typeof presenceCalls | keyof typeof faultCalls;

type SharedCalls = Omit<Calls<typeof deskApi>, ScreenCall>;

function sharedCalls(rooms: Rooms): SharedCalls {
  const { services, backups, asRun, cues, lock, remote, liveData, givenShow, keys, controllers, screens } = rooms;
  const layout = keptLayout(rooms.show);
  return {
    ...operatingCalls(rooms),
    ...services.calls,
    ...backups.calls,
    ...loggedCalls(rooms, backups, services.connections),
    ...asRun.calls,
    ...cues.calls,
    ...cues.ingest.calls,
    ...cues.dropFolder.calls,
    ...new ShowParts(rooms, { ...rooms, layout }).calls,
    ...layout.calls,
    ...liveData.calls,
    ...keyCalls(keys, screens.changed),
    ...controllerCalls(controllers),
    ...lock.calls,
    ...givenShow.calls,
    ...remote.calls,
    ...new Updates(rooms, rooms).calls,
    checkShow: ({ keyboard }) => checkShow(rooms, keyboard),
    ...supportBundleCalls(rooms),
  };
}
