import type { Composition, SubComposition } from '../schema/composition.ts';

/** All that a sub-composition draws and takes, without the sub-compositions inside. */
export function writtenOf(sub: SubComposition): string {
  return JSON.stringify({ ...sub, subcompositions: [] });
}

/**
 * Ids of the sub-compositions of a new version that are drawn anew: new ones, changed ones, those that are drawn earlier
 * or later than before, and all inside them. A changed stage or root draws everything anew.
 */
export function changedSubs(before: Composition, after: Composition): ReadonlySet<string> {
  const changed = new Set<string>();
  const compare = (old: SubComposition | undefined, sub: SubComposition, isAnew: boolean): void => {
    const isChanged = isAnew || !old || writtenOf(old) !== writtenOf(sub);
    if (isChanged) changed.add(sub.id);
    const [known, kept] = shared(old?.subcompositions ?? [], sub.subcompositions);
    for (const each of sub.subcompositions) {
      const isMoved = known.indexOf(each.id) !== kept.indexOf(each.id);
      compare(
        old?.subcompositions.find(({ id }) => id === each.id),
        each,
        isChanged || isMoved,
      );
    }
  };
  compare(before.root, after.root, JSON.stringify(before.stage) !== JSON.stringify(after.stage));
  return changed;
}

/** Two lists of ids without those that only one has. */
function shared(one: readonly SubComposition[], other: readonly SubComposition[]): [string[], string[]] {
  const [ids, otherIds] = [one.map(({ id }) => id), other.map(({ id }) => id)];
  return [ids.filter((id) => otherIds.includes(id)), otherIds.filter((id) => ids.includes(id))];
}
