import { texts } from '../../contract/texts/texts.ts';
import type { AppView } from '../../contract/desk-api/desk-api.ts';
import { type Cue, plainNumber } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';

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
    return needed(texts.osc.kinds.graphic, text, this.#item(text)).id;
  }

  field(text: string, field: string): { subComposition: string; field: string } {
    const item = needed(texts.osc.kinds.graphic, text, this.#item(text));
    return { subComposition: item.id, field: needed(texts.osc.kinds.field, field, fieldOf(item, field)).id };
  }

  app(text: string): string {
    return needed(texts.osc.instance, text, this.#app(text)).key;
  }

  rundown(text: string): string {
    return needed(texts.osc.kinds.rundown, text, this.#rundown(text)).id;
  }

  /** Finds a cue by id or by number; without a rundown, in the active one. */
  cue(text: string, rundown: string | undefined): string {
    const outline =
      rundown === undefined ? this.#active : needed(texts.osc.kinds.rundown, rundown, this.#rundown(rundown));
    return needed(texts.osc.kinds.cue, text, this.#cue(text, outline));
  }

  /** An action as a program wrote it, with ids in place of names. Unknown names stay, for the refusal of the action. */
  withIds(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { subComposition, field, app, rundown, cue } = action;
    const item = isText(subComposition) ? this.#item(subComposition) : undefined;
    const ids = {
      subComposition: item?.id,
      field: item && isText(field) ? fieldOf(item, field)?.id : undefined,
      app: isText(app) ? this.#app(app)?.key : undefined,
      rundown: isText(rundown) ? this.#rundown(rundown)?.id : undefined,
      cue: isText(cue) ? this.#cue(cue, this.#active) : undefined,
    };
    return { ...action, ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) };
  }

  #app(text: string): NamedShow['apps'][number] | undefined {
    const byKey = this.#show.apps.filter(({ key }) => key === text);
    const byName = this.#show.apps.filter(({ name }) => name === text);
    return only(texts.osc.instance, text, byKey, byName);
  }

  get #active(): RundownOutline | undefined {
    const { rundowns, active } = this.#show;
    return rundowns.find(({ id }) => id === active);
  }

  #rundown(text: string): RundownOutline | undefined {
    const byId = this.#show.rundowns.filter(({ id }) => id === text);
    const byName = this.#show.rundowns.filter(({ name }) => name === text);
    return only(texts.osc.kinds.rundown, text, byId, byName);
  }

  #cue(text: string, outline: RundownOutline | undefined): string | undefined {
    const { cues } = this.#show;
    const ids = outline?.groups.flatMap((group) => group.cues) ?? [];
    const byId = Object.keys(cues).filter((id) => id === text);
    const byNumber = ids.filter((id) => cues[id]?.number === plainNumber(text));
    return only(texts.osc.kinds.cue, text, byId, byNumber);
  }

  #item(text: string): ModelItem | undefined {
    const all = [...preOrder(this.#show.model)];
    const byId = all.filter(({ id }) => id === text || parseAddress(id).id === text);
    const byName = all.filter(({ name }) => name === text);
    return only(texts.osc.kinds.graphic, text, byId, byName);
  }
}

function fieldOf({ model }: ModelItem, text: string): ModelItem['model'][number] | undefined {
  const byId = model.filter(({ id }) => id === text);
  const byTitle = model.filter(({ title }) => title === text);
  return only(texts.osc.kinds.field, text, byId, byTitle);
}

function isText(given: unknown): given is string {
  return typeof given === 'string';
}

/** Throws `call-invalid` for several. */
function only<Thing>(called: string, text: string, ...ways: readonly Thing[][]): Thing | undefined {
  const [found, ...more] = ways.find(({ length }) => length > 0) ?? [];
  if (more.length === 0) return found;
  throw new OverlayError('call-invalid', texts.osc.several(text, called));
}

function needed<Thing>(called: string, text: string, found: Thing | undefined): Thing {
  if (found !== undefined) return found;
  throw new OverlayError('call-invalid', texts.osc.none(called, text));
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
