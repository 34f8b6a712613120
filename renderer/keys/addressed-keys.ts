import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';

/** Bindings with addresses: a bare id, as older settings have it, means the first app that has it. */
export function addressedKeys(bindings: readonly KeyBinding[], nodes: Iterable<Pick<ModelItem, 'id'>>): KeyBinding[] {
  const firstOf = new Map<string, string>();
  for (const { id } of nodes) {
    const bare = parseAddress(id).id;
    if (!firstOf.has(bare)) firstOf.set(bare, id);
  }
  return bindings.map((binding) => {
    const { action } = binding;
    if (!('subComposition' in action) || parseAddress(action.subComposition).app !== '') return binding;
    const subComposition = firstOf.get(action.subComposition) ?? action.subComposition;
    return { ...binding, action: { ...action, subComposition } };
  });
}
