import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { PreviewHold, PreviewItem } from '../../contract/service-api/preview-page.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import type { UpdateFrame } from '../live/live-link.ts';

/** As the service confirmed it, and what it would be after a press. */
export class FollowedShow {
  composition: Composition | undefined;
  readonly #items = new Map<string, PreviewItem>();

  receive(frame: UpdateFrame): void {
    if (frame.type === 'change') {
      for (const change of frame.changes) this.#items.set(change.id, changed(this.#items, change));
      return;
    }
    if (frame.composition) this.composition = frame.composition;
    this.#items.clear();
    for (const { subCompositionId: id, state, payload } of frame.control) this.#items.set(id, { id, state, payload });
  }

  get now(): PreviewItem[] {
    return [...this.#items.values()];
  }

  /** What is on air after these changes. Those to what another output shows are left out. */
  after(changes: readonly Change[]): PreviewItem[] {
    const items = new Map(this.#items);
    for (const change of changes) if (items.has(change.id)) items.set(change.id, changed(items, change));
    return [...items.values()];
  }

  /** The lines that play on the way there, each at `time` ms from its first frame. */
  holds(changes: readonly Change[], time: number): (PreviewHold & { backwards: boolean })[] {
    return this.after(changes).flatMap(({ id, state }) => {
      const before = this.#items.get(id)?.state;
      if (before === state || (before !== 'In' && state !== 'In')) return [];
      return [{ id, line: state === 'Out2' ? ('out2' as const) : ('in' as const), time, backwards: state === 'Out1' }];
    });
  }
}

function changed(items: ReadonlyMap<string, PreviewItem>, { id, state, payload }: Change): PreviewItem {
  const before = items.get(id);
  return { id, state: state ?? before?.state ?? 'Out1', payload: { ...before?.payload, ...payload } };
}

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
