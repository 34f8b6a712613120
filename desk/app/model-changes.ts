import type { Payload } from '../../contract/model/field.ts';
import type { SubState } from './confirmed.ts';

/** More changes than these are told as a number. */
const mostChanges = 8;

/** A show that was told anew: what is held of it now, and the edits that were staged in the one before. */
export interface ToldAnew {
  held(id: string): SubState | undefined;
  staged: ReadonlyMap<string, Payload>;
}

/**
 * What became of a show that is told anew, in words for the operator: names that changed, fields and sub-compositions that
 * are gone. Keys, looks and what is staged go by id, so a name that changed breaks nothing. Empty where nothing did.
 */
export function modelChanges(before: ReadonlyMap<string, SubState>, now: ToldAnew): string[] {
  if (before.size === 0) return [];
  const [root] = before.values();
  if (root && !now.held(root.item.id)) return [`${root.item.name} is no longer loaded: the show is another one.`];
  const changes = [...before].flatMap(([id, old]): string[] => {
    const sub = now.held(id);
    if (!sub) return [`${old.item.name} is gone from the show.`];
    const { name } = sub.item;
    const renamed = name === old.item.name ? [] : [`${old.item.name} is called ${name} now.`];
    return [...renamed, ...fieldChanges(old, sub, now.staged.get(id) ?? {})];
  });
  if (changes.length <= mostChanges) return changes;
  return [...changes.slice(0, mostChanges), `There are ${changes.length - mostChanges} more such changes.`];
}

/** The edits whose field is still there, and of the type that it was. */
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
