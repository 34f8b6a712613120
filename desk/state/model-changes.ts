import type { Held } from './confirmed.ts';

/** More changes than these are told as a number. */
const mostTold = 8;

/**
 * What became of a show that is told anew, in words for the operator: names that changed, fields and sub-compositions that
 * are gone. Keys, looks and what is staged go by id, so a name that changed breaks nothing. Empty where nothing did.
 */
export function modelChanges(before: ReadonlyMap<string, Held>, now: (id: string) => Held | undefined): string[] {
  if (before.size === 0) return [];
  const [root] = before.values();
  if (root && !now(root.item.id)) return [`${root.item.name} is no longer loaded: the show is another one.`];
  const told = [...before].flatMap(([id, old]): string[] => {
    const held = now(id);
    if (!held) return [`${old.item.name} is gone from the show.`];
    const { name } = held.item;
    const renamed = name === old.item.name ? [] : [`${old.item.name} is called ${name} now.`];
    return [...renamed, ...fieldChanges(old, held)];
  });
  if (told.length <= mostTold) return told;
  return [...told.slice(0, mostTold), `There are ${told.length - mostTold} more such changes.`];
}

function fieldChanges(old: Held, { item, fields }: Held): string[] {
  return [...old.fields.values()].flatMap(({ id, title, type }) => {
    const field = fields.get(id);
    if (!field) return [`${item.name} no longer has the field ${title}.`];
    const renamed = field.title === title ? [] : [`${item.name}: the field ${title} is called ${field.title} now.`];
    return field.type === type
      ? renamed
      : [...renamed, `${item.name}: the field ${field.title} is of another type now.`];
  });
}
