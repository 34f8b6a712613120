import { ControlName, hasPosition, isTurned, type PicturedControl } from '../../contract/desk-api/controller.ts';
import type { ControlEvent, Face, Surface, SurfaceControl } from '../surface.ts';

/** Controls per row, if their places are unknown. */
const perRow = 8;

export interface Appearance {
  surface: Pick<Surface, 'controls' | 'shown'>;
  faces: ReadonlyMap<string, Face>;
  stands: ReadonlyMap<string, number>;
  mapped: ReadonlySet<string>;
}

/** Known controls at their places; below them, other mapped controls. */
export function pictureOf({ surface, faces, stands, mapped }: Appearance): PicturedControl[] {
  const placed = surface.controls.flatMap((one) => (one.at ? [{ ...one, at: one.at }] : []));
  const known = new Map(surface.controls.map((one) => [one.name, one]));
  const below = Math.max(-1, ...placed.map(({ at }) => at.row)) + 1;
  const others = [...mapped].filter((name) => !known.get(name)?.at && ControlName.safeParse(name).success);
  const unplaced = others.map((name, nth) => {
    const at = { row: below + Math.floor(nth / perRow), column: nth % perRow };
    const kind = isTurned(name) ? 'encoder' : hasPosition(name) ? 'fader' : 'button';
    const one: SurfaceControl = known.get(name) ?? { name, kind, has: {} };
    return { ...one, at };
  });
  return [...placed, ...unplaced].map(({ name, kind, counts, at }) => {
    const { due: _due, state, ...face } = faces.get(name) ?? {};
    // The picture shows at least as much as the device itself.
    const lamp = state && (surface.shown?.(name, state) ?? state);
    const standing = stands.get(name);
    return {
      ...face,
      control: name,
      use: kind,
      ...at,
      ...(lamp && { state: lamp }),
      ...(counts && { encoder: counts }),
      ...(standing !== undefined && { stands: standing }),
    };
  });
}

/** The position after an event; undefined for an endless control. */
export function standsAfter(event: ControlEvent): number | undefined {
  if (event.kind === 'position') return event.value;
  return event.kind === 'turned' ? undefined : Number(event.kind === 'down');
}
