import { preOrder } from '../../contract/model/control.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { SubState } from './confirmed.ts';

const mostChanges = 8;

export interface ModelNow {
  sub(id: string): SubState | undefined;
  staged: ReadonlyMap<string, Payload>;
}

/**
 * Describes model changes for the operator: new names, and removed fields and sub-compositions. Keys, looks and staged
 * edits refer to ids, so a rename breaks nothing.
 */
export function modelChanges(before: ReadonlyMap<string, SubState>, now: ModelNow): string[] {
  const roots = [...before.values()].filter(({ item }) => item.state === undefined);
  const gone = roots.filter(({ item }) => !now.sub(item.id));
  const [first] = gone;
  if (first && gone.length === roots.length)
    return [`${first.item.name} is no longer loaded: the show is another one.`];
  const withThem = new Set([...preOrder(gone.map(({ item }) => item))].map(({ id }) => id));
  const changes = [...before].flatMap(([id, old]): string[] => {
    if (withThem.has(id)) return [];
    const sub = now.sub(id);
    if (!sub) return [`${old.item.name} is gone from the show.`];
    const { name } = sub.item;
    const renamed = name === old.item.name ? [] : [`${old.item.name} is called ${name} now.`];
    return [...renamed, ...fieldChanges(old, sub, now.staged.get(id) ?? {})];
  });
  const all = [...gone.map(({ item }) => `${item.name} is no longer loaded.`), ...changes];
  if (all.length <= mostChanges) return all;
  return [...all.slice(0, mostChanges), `There are ${all.length - mostChanges} more such changes.`];
}

export function stillFitting(edits: Payload, before: SubState | undefined, { fields }: SubState): Payload {
  const fits = (field: string): boolean =>
    fields.has(field) && fields.get(field)?.type === before?.fields.get(field)?.type;
  return Object.fromEntries(Object.entries(edits).filter(([field]) => fits(field)));
}

function fieldChanges(old: SubState, { item, fields }: SubState, edits: Payload): string[] {
  return [...old.fields.values()].flatMap(({ id, title, type }) => {
    const dropped = id in edits ? ', so its edit is dropped' : '';
    const field = fields.get(id);
    if (!field) return [`${item.name} no longer has the field ${title}${dropped}.`];
    const renamed = field.title === title ? [] : [`${item.name}: the field ${title} is called ${field.title} now.`];
    return field.type === type
      ? renamed
      : [...renamed, `${item.name}: the field ${field.title} is of another type now${dropped}.`];
  });
}
