import { texts } from '../../../contract/texts/texts.ts';
import type { AppView } from '../../../contract/desk-api/desk-api.ts';
import type { Cue } from '../../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../../contract/desk-api/cue-members.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { parseAddress } from '../../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../../contract/model/control.ts';

export interface NamedShow {
  apps: readonly Pick<AppView, 'key' | 'name'>[];
  model: readonly ModelItem[];
  rundowns: readonly RundownOutline[];
  active: string | null;
  cues: Readonly<Record<string, Cue>>;
}

/** Resolves names and ids; an id match wins over a name match. An ambiguous name is refused. */
export class ShowNames {
  readonly #show: NamedShow;

  constructor(show: NamedShow) {
    this.#show = show;
  }

  subComposition(text: string): string {
    return this.#item(text).id;
  }

  field(text: string, field: string): { subComposition: string; field: string } {
    const { id, model } = this.#item(text);
    const byId = model.filter((one) => one.id === field);
    const byTitle = model.filter(({ title }) => title === field);
    return { subComposition: id, field: one('field', field, byId, byTitle).id };
  }

  app(text: string): string {
    const byKey = this.#show.apps.filter(({ key }) => key === text);
    const byName = this.#show.apps.filter(({ name }) => name === text);
    return one(texts.osc.instance, text, byKey, byName).key;
  }

  rundown(text: string): string {
    return this.#rundown(text).id;
  }

  /** Finds a cue by id or by number; without a rundown, in the active one. */
  cue(text: string, rundown: string | undefined): string {
    const { cues, rundowns, active } = this.#show;
    const outline = rundown === undefined ? rundowns.find(({ id }) => id === active) : this.#rundown(rundown);
    const ids = outline?.groups.flatMap((group) => group.cues) ?? [];
    const byId = Object.keys(cues).filter((id) => id === text);
    const byNumber = ids.filter((id) => cues[id]?.number === text);
    return one('cue', text, byId, byNumber);
  }

  #rundown(text: string): RundownOutline {
    const byId = this.#show.rundowns.filter(({ id }) => id === text);
    const byName = this.#show.rundowns.filter(({ name }) => name === text);
    return one('rundown', text, byId, byName);
  }

  #item(text: string): ModelItem {
    const all = [...preOrder(this.#show.model)];
    const byId = all.filter(({ id }) => id === text || parseAddress(id).id === text);
    const byName = all.filter(({ name }) => name === text);
    return one('graphic', text, byId, byName);
  }
}

function one<Thing>(called: string, text: string, ...ways: readonly Thing[][]): Thing {
  const [found, ...more] = ways.find(({ length }) => length > 0) ?? [];
  if (found === undefined) throw new OverlayError('call-invalid', texts.osc.none(called, text));
  if (more.length > 0) {
    const why = texts.osc.several(text, called);
    throw new OverlayError('call-invalid', why);
  }
  return found;
}

/**
 * Tally address parts: the name, with `_` for characters that OSC forbids. An ambiguous name is replaced by its
 * address.
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
