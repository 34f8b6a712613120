import type { SurfaceControl } from '../surface.ts';
import { allControls, type DeviceProfile } from './device-profile.ts';
import { expand } from './profile-messages.ts';

/** The controls of a profile with faces and places. `canMove`: the desk can move its motors; else it has none. */
export function profileControls(profile: DeviceProfile, canMove: boolean): SurfaceControl[] {
  const controls = new Map<string, SurfaceControl>();
  const add = (name: string, { has, ...more }: Omit<SurfaceControl, 'name'>): void => {
    const before = controls.get(name);
    controls.set(name, { name, ...before, ...more, has: { ...before?.has, ...has } });
  };
  for (const name of allControls(profile)) add(name, { kind: 'button', has: { lamp: true } });
  for (const name of profile.rings.flatMap(({ controls: all }) => expand(all))) {
    add(name, { kind: 'encoder', has: { ring: true } });
  }
  for (const name of canMove ? profile.motors.flatMap(({ controls: all }) => expand(all)) : []) {
    add(name, { kind: 'fader', has: { motor: true } });
  }
  for (const [name, control] of pictured(profile)) add(name, control);
  return [...controls.values()];
}

function* pictured({ picture }: DeviceProfile): Generator<[name: string, control: Omit<SurfaceControl, 'name'>]> {
  for (const [row, parts] of picture.entries()) {
    let column = 0;
    for (const part of parts) {
      if ('gap' in part) column += part.gap;
      else {
        const { names, ...what } = describe(part);
        for (const name of names) yield [name, { ...what, has: {}, at: { row, column: column++ } }];
      }
    }
  }
}

type PicturePart = Exclude<DeviceProfile['picture'][number][number], { gap: number }>;

function describe(part: PicturePart): Pick<SurfaceControl, 'kind' | 'counts'> & { names: string[] } {
  if ('buttons' in part) return { kind: 'button', names: expand(part.buttons) };
  if ('faders' in part) return { kind: 'fader', names: expand(part.faders) };
  return { kind: 'encoder', ...(part.counts && { counts: part.counts }), names: expand(part.knobs) };
}
