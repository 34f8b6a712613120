import { texts } from '../../contract/texts/texts.ts';
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
  if (first && gone.length === roots.length) return [texts.app.otherShow(first.item.name)];
  const withThem = new Set([...preOrder(gone.map(({ item }) => item))].map(({ id }) => id));
  const changes = [...before].flatMap(([id, old]): string[] => {
    if (withThem.has(id)) return [];
    const sub = now.sub(id);
    if (!sub) return [texts.app.gone(old.name)];
    const { name } = sub.item;
    const renamed = name === old.item.name ? [] : [texts.app.renamed(old.name, name)];
    return [...renamed, ...fieldChanges(old, sub, now.staged.get(id) ?? {})];
  });
  const all = [...gone.map(({ item }) => texts.app.notLoaded(item.name)), ...changes];
  if (all.length <= mostChanges) return all;
  return [...all.slice(0, mostChanges), texts.app.moreChanges(all.length - mostChanges)];
}

export function stillFitting(edits: Payload, before: SubState | undefined, { fields }: SubState): Payload {
  const fits = (field: string): boolean =>
    fields.has(field) && fields.get(field)?.type === before?.fields.get(field)?.type;
  return Object.fromEntries(Object.entries(edits).filter(([field]) => fits(field)));
}

function fieldChanges(old: SubState, { name, fields }: SubState, edits: Payload): string[] {
  return [...old.fields.values()].flatMap(({ id, title, type }) => {
    const dropped = Object.hasOwn(edits, id) ? texts.app.editDropped : '';
    const field = fields.get(id);
    if (!field) return [texts.app.fieldGone(name, title, dropped)];
    const renamed = field.title === title ? [] : [texts.app.fieldRenamed(name, title, field.title)];
    return field.type === type ? renamed : [...renamed, texts.app.fieldRetyped(name, field.title, dropped)];
  });
}
