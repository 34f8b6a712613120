import type { SubComposition } from '../../scene/schema/composition.ts';
import type { UpdateFrame } from '../live/live-link.ts';

/**
 * A frame as a preview without anybody who leads it shows it: the sub-compositions with these ids and what is around them
 * are In, all of them where none are named, whatever they are in on air; their values are the live ones.
 */
export function previewFrame(frame: UpdateFrame, only: readonly string[] | undefined): UpdateFrame {
  if (frame.type === 'change') {
    return { ...frame, changes: frame.changes.map(({ id, payload }) => ({ id, ...(payload && { payload }) })) };
  }
  const root = frame.composition?.root;
  const named = root && only && new Set(leadingTo(root, only));
  const control = frame.control.map((item) => {
    const state = !named || named.has(item.subCompositionId) ? ('In' as const) : ('Out1' as const);
    return { ...item, state };
  });
  return { ...frame, control };
}

/** The named ones and all that they are nested in. */
function leadingTo(sub: SubComposition, names: readonly string[]): string[] {
  const below = sub.subcompositions.flatMap((child) => leadingTo(child, names));
  return below.length > 0 || names.includes(sub.id) ? [sub.id, ...below] : [];
}
