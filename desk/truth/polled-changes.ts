import { type ControlItem, type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';

/** What led from one answer of row 29 to a later one, for sub-compositions that are in both: each change told once. */
export function changesBetween(before: readonly ControlItem[], after: readonly ControlItem[]): Change[] {
  if (before === after) return [];
  const inModel = new Map(before.map((item) => [item.subCompositionId, item]));
  return after.flatMap((item): Change[] => {
    const was = inModel.get(item.subCompositionId);
    if (!was) return [];
    const values = Object.entries(item.payload).filter(([field, value]) => !same(value, was.payload[field]));
    if (values.length === 0 && item.state === was.state) return [];
    return [
      {
        id: item.subCompositionId,
        ...(values.length > 0 && { payload: Object.fromEntries(values) }),
        ...(item.state !== was.state && { state: item.state }),
      },
    ];
  });
}

/** The ids that only one of the two tells of. */
export function unmatched(model: readonly ModelItem[], control: readonly ControlItem[]): string[] {
  const inModel = new Set([...preOrder(model)].map(({ id }) => id));
  const inControl = new Set(control.map(({ subCompositionId }) => subCompositionId));
  return [...inControl.symmetricDifference(inModel)].sort();
}

/** The values here are small plain data, read in one order of members each, so their JSON compares them. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
