import type { SubComposition } from '../../scene/schema/composition.ts';
import type { UpdateFrame } from '../live/live-link.ts';

/**
 * Changes a frame for a preview that no embedding page controls. The given sub-compositions and those around them are
 * In, or all of them if `only` is undefined, whatever is on air. Their values are the live ones.
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

/** Returns the named sub-compositions and all that contain them. */
function leadingTo(sub: SubComposition, names: readonly string[]): string[] {
  const below = sub.subcompositions.flatMap((child) => leadingTo(child, names));
  return below.length > 0 || names.includes(sub.id) ? [sub.id, ...below] : [];
}
