import type { StoredState } from '../../contract/model/animation-state.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { type Field, holdsValue, type Payload } from '../../contract/model/field.ts';

/** What one of the two holds of a sub-composition. */
export interface SideHeld {
  item: ModelItem;
  fields: ReadonlyMap<string, Field>;
  state: StoredState;
  payload: Payload;
}

/** One of the two, as far as it is confirmed. */
export interface Side {
  /** How it is called in sentences: `the backup`. */
  name: string;
  model: readonly ModelItem[];
  get(id: string): SideHeld | undefined;
  /** Milliseconds that the clock of its service is ahead of the desk's. */
  ahead: number;
  /** To how many milliseconds that is known. */
  roughly: number;
}

/** In what two models are not the same, in sentences: what is only in one of them cannot be mirrored. */
export function modelDrift(from: Side, to: Side): string[] {
  const [wanted, present] = [[...preOrder(from.model)], [...preOrder(to.model)]];
  const shared = wanted.filter(({ id }) => to.get(id));
  if (wanted.length > 0 && shared.length === 0) {
    return [`${capital(to.name)} holds another composition: nothing can be mirrored until the content is copied.`];
  }
  const lacks = wanted.filter(({ id }) => !to.get(id));
  const more = present.filter(({ id }) => !from.get(id));
  return [
    ...lacks.map(({ name }) => `${capital(to.name)} has no ${name}.`),
    ...more.map(({ name }) => `${capital(to.name)} has a ${name} that ${from.name} does not have.`),
    ...shared.flatMap(({ id }) => fieldDrift(id, from, to)),
  ];
}

function fieldDrift(id: string, from: Side, to: Side): string[] {
  const [wanted, present] = [from.get(id), to.get(id)];
  if (!wanted || !present) return [];
  const { name, logicLayer } = wanted.item;
  const said: string[] = [];
  if (name !== present.item.name) said.push(`${name} is called ${present.item.name} in ${to.name}.`);
  if (logicLayer?.tag !== present.item.logicLayer?.tag) said.push(`${name} is in another logic layer in ${to.name}.`);
  if (wanted.item.secondTimeline !== present.item.secondTimeline) {
    said.push(`${name} goes out in another way in ${to.name}.`);
  }
  for (const field of wanted.fields.values()) {
    const other = present.fields.get(field.id);
    if (!other) said.push(`${name} has no field ${field.title} in ${to.name}.`);
    else if (other.type !== field.type) said.push(`${name}, ${field.title}: is a ${other.type} in ${to.name}.`);
  }
  return said;
}

/** Whether a field of one can be brought to what it is in the other. */
export function carries(field: Field, to: ReadonlyMap<string, Field>): boolean {
  return holdsValue(field) && to.get(field.id)?.type === field.type;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
