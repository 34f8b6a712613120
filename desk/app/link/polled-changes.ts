import { type ControlItem, type ModelItem, preOrder } from '../../../contract/model/control.ts';
import type { Change } from '../../../contract/service-api/live-channel.ts';

/** Both answers of row 29 must name the same sub-compositions. */
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

export function sameIds(before: readonly ControlItem[], after: readonly ControlItem[]): boolean {
  const ids = (items: readonly ControlItem[]): string[] => items.map(({ subCompositionId }) => subCompositionId).sort();
  return before === after || same(ids(before), ids(after));
}

export function unmatched(model: readonly ModelItem[], control: readonly ControlItem[]): string[] {
  const inModel = new Set([...preOrder(model)].map(({ id }) => id));
  const inControl = new Set(control.map(({ subCompositionId }) => subCompositionId));
  return [...inControl.symmetricDifference(inModel)].sort();
}

/** Comparing JSON is enough: the data is small and plain, with a fixed member order. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
