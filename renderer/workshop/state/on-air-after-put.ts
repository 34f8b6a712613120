import { addressOf, parseAddress } from '../../../contract/model/address.ts';
import { preOrder } from '../../../contract/model/control.ts';
import type { SnapshotOutput } from '../../../contract/service-api/live-channel.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { subRows } from '../../../scene/edit/sub-compositions.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';

/** The names of what is on air in the desk's own app instance: what this content keeps there, and what it lacks. */
export function onAirAfterPut(
  desk: Pick<DeskClient, 'own' | 'model' | 'confirmedOnAir'>,
  content: CompositionContent,
  output: SnapshotOutput | undefined,
): { stay: string[]; go: string[] } {
  const key = desk.own?.key ?? '';
  const kept = new Set(subRows(content).map(({ id }) => addressOf(key, id)));
  const reached = [content.mainComposition, output?.root ?? ''].map((root) => addressOf(key, root));
  const shown = desk.model.filter(({ id }) => parseAddress(id).app === key && (!output || reached.includes(id)));
  const onAir = [...preOrder(shown)].filter(({ id }) => desk.confirmedOnAir(id));
  const names = (isKept: boolean): string[] => onAir.flatMap(({ id, name }) => (kept.has(id) === isKept ? name : []));
  return { stay: names(true), go: names(false) };
}
