import type { AppView } from '../../../contract/desk-api/desk-api.ts';
import type { Cue } from '../../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../../contract/desk-api/cue-members.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { parseAddress } from '../../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../../contract/model/control.ts';

/** What can be named in a message. The ids of the model are addresses. */
export interface NamedShow {
  apps: readonly Pick<AppView, 'key' | 'name'>[];
  model: readonly ModelItem[];
  rundowns: readonly RundownOutline[];
  /** The id of the active rundown; null for none. */
  active: string | null;
  cues: Readonly<Record<string, Cue>>;
}

/**
 * Finds what a message names. People write names, and programs ids: what has the text as its id goes before what has it as
 * its name. A name that several have means none of them.
 */
export class ShowNames {
  readonly #show: NamedShow;

  constructor(show: NamedShow) {
    this.#show = show;
  }

  /** The address of a sub-composition. */
  subComposition(text: string): string {
    return this.#item(text).id;
  }

  /** The address of a sub-composition, and the id of one of its fields. */
  field(text: string, field: string): { subComposition: string; field: string } {
    const item = this.#item(text);
    const found = one(
      'field',
      field,
      item.model.filter(({ id }) => id === field),
      item.model.filter(({ title }) => title === field),
    );
    return { subComposition: item.id, field: found.id };
  }

  /** The key of an app instance. */
  app(text: string): string {
    const { apps } = this.#show;
    const byKey = apps.filter(({ key }) => key === text);
    return one(
      'app instance',
      text,
      byKey,
      apps.filter(({ name }) => name === text),
    ).key;
  }

  rundown(text: string): string {
    return this.#rundown(text).id;
  }

  /** The id of a cue, by that or by its number in a rundown; without one, in the active one. */
  cue(text: string, rundown: string | undefined): string {
    const { cues, rundowns, active } = this.#show;
    const outline = rundown === undefined ? rundowns.find(({ id }) => id === active) : this.#rundown(rundown);
    const ids = outline?.groups.flatMap((group) => group.cues) ?? [];
    const byId = Object.keys(cues).filter((id) => id === text);
    return one(
      'cue',
      text,
      byId,
      ids.filter((id) => cues[id]?.number === text),
    );
  }

  #rundown(text: string): RundownOutline {
    const { rundowns } = this.#show;
    const byId = rundowns.filter(({ id }) => id === text);
    return one(
      'rundown',
      text,
      byId,
      rundowns.filter(({ name }) => name === text),
    );
  }

  #item(text: string): ModelItem {
    const all = [...preOrder(this.#show.model)];
    const byId = all.filter(({ id }) => id === text || parseAddress(id).id === text);
    return one(
      'sub-composition',
      text,
      byId,
      all.filter(({ name }) => name === text),
    );
  }
}

/** The only one that a text can mean. */
function one<Thing>(called: string, text: string, ...ways: readonly Thing[][]): Thing {
  const [found, ...more] = ways.find(({ length }) => length > 0) ?? [];
  if (found === undefined) throw new OverlayError('call-invalid', `There is no ${called} "${text}" in this show.`);
  if (more.length > 0) {
    throw new OverlayError(
      'call-invalid',
      `Several have the name "${text}" in this show. Use the id of the ${called}.`,
    );
  }
  return found;
}

/**
 * What stands for each sub-composition in the address of its tally: its name, with `_` for what no OSC address may have. Where
 * that is not the only one, its own address instead.
 */
export function tallyNames(model: Iterable<ModelItem>): Map<string, string> {
  const all = [...preOrder(model)];
  const named = Map.groupBy(all, ({ name }) => addressPart(name));
  return new Map(
    all.map(({ id, name }) => {
      const part = addressPart(name);
      return [id, named.get(part)?.length === 1 ? part : addressPart(id)];
    }),
  );
}

function addressPart(name: string): string {
  return name.replaceAll(/[^!"$-)+\-.0-Z\\^-z|~]|[?]/g, '_') || '_';
}
