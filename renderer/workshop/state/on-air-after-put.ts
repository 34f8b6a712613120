import { addressOf, parseAddress } from '../../../contract/model/address.ts';
import { preOrder } from '../../../contract/model/control.ts';
import type { SnapshotOutput } from '../../../contract/service-api/live-channel.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { changedSubs } from '../../../scene/content/changed-subs.ts';
import { readContent } from '../../../scene/content/content.ts';
import { subRows } from '../../../scene/edit/sub-compositions.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';

interface AfterPut {
  /** Hidden graphics that viewers will see. */
  come: string[];
  stay: string[];
  /** Graphics that take a new form, and all graphics while the loaded content is unknown. */
  change: string[];
  go: string[];
  leave: string[];
}

/**
 * The names of what is on air in the desk's own app instance and of what it loses, by what this content makes of them.
 * `loaded` is what the app instance has loaded, if known.
 */
export function onAirAfterPut(
  desk: Pick<DeskClient, 'own' | 'model' | 'confirmedOnAir' | 'sub'>,
  content: CompositionContent,
  { output, loaded = [] }: { output: SnapshotOutput | undefined; loaded?: readonly CompositionContent[] | undefined },
): AfterPut {
  const key = desk.own?.key ?? '';
  const kept = new Set(subRows(content).map(({ id }) => id));
  const reached = [content.mainComposition, output?.root ?? ''].map((root) => addressOf(key, root));
  const shown = desk.model.filter(({ id }) => parseAddress(id).app === key && (!output || reached.includes(id)));
  const before = loaded.find(({ mainComposition }) => mainComposition === content.mainComposition);
  const changed = before && changedIn(before, content);
  const after: AfterPut = { come: [], stay: [], change: [], go: [], leave: [] };
  const outer = new Map(
    [...kept].flatMap((id) => (content.compositions[id]?.subcompositions ?? []).map((one) => [one, id] as const)),
  );
  const isSeen = (id: string): boolean => {
    const around = outer.get(id);
    if (around === undefined) return true;
    return desk.sub(addressOf(key, id))?.state === 'In' && isSeen(around);
  };
  for (const { id, name } of preOrder(shown.flatMap(({ subcompositions }) => subcompositions))) {
    const sub = parseAddress(id).id;
    const isOnAir = desk.confirmedOnAir(id);
    if (!kept.has(sub)) after[isOnAir ? 'go' : 'leave'].push(name);
    else if (isSeen(sub) !== isOnAir) after[isOnAir ? 'go' : 'come'].push(name);
    else if (isOnAir) after[changed?.has(sub) === false ? 'stay' : 'change'].push(name);
  }
  return after;
}

/** Undefined for a content that cannot be read. */
function changedIn(before: CompositionContent, after: CompositionContent): ReadonlySet<string> | undefined {
  const [old, next] = [readContent(before), readContent(after)];
  return 'composition' in old && 'composition' in next ? changedSubs(old.composition, next.composition) : undefined;
}
