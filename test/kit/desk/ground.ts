import { type Ground, openGround } from '../../../desk/ground.ts';
import { Screens } from '../../../desk/screens/screens.ts';
import { ScriptedPorts } from './scripted-ports.ts';

/** Screens that show nothing. `changed` is called instead of them. */
export function noScreens(changed: () => void = () => undefined): Screens {
  const screens = new Screens(
    () => undefined,
    () => undefined as never,
  );
  return Object.assign(screens, { changed });
}

/** The real ground of a desk, for one room on it. `given` replaces what the test speaks for. */
export function groundOn(given: Partial<ScriptedPorts> = {}, screens = noScreens()): Ground {
  return openGround(Object.assign(new ScriptedPorts(), given), screens, {
    problems: () => [],
    connections: () => ({ view: [], unopened: [] }),
  });
}
