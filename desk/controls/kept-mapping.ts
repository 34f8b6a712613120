import { z } from 'zod';
import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { KeyBinding, pressWords } from '../../contract/desk-api/key-binding.ts';
import type { Settings } from '../screens/settings.ts';
import { pressedKeyName } from '../../surfaces/press/key-map.ts';

/** What one kind of mapping is made of, and what it is called. */
interface MappingKind<Binding> {
  schema: z.ZodType<Binding>;
  /** The member of the show that has it, and that of the settings, where it was once. */
  inShow: string;
  inSettings: string;
  /** The member of the show that remembers what it took out of the settings, as texts, until that has left them. */
  remembered: string;
  /** What is mapped by a binding, for people and to compare: `key F5`. No two bindings of one mapping are for the same. */
  nameOf(binding: Binding): string;
  /** One of them and several: `key`, `keys`. */
  words: readonly [one: string, several: string];
}

/**
 * A mapping in the file of the show. What the settings have of it goes into the show first, where each takes the place of what was mapped
 * before: earlier versions kept it there, and operators may write it there by hand. It leaves the settings once the show is on the disk.
 * Until then the show remembers what it took: where the settings cannot be written, what was mapped since must not be undone by the next start.
 */
export class KeptMapping<Binding> {
  readonly #show: Settings;
  readonly #kind: MappingKind<Binding>;
  #all: readonly Binding[] | undefined;
  /** What was taken out of the settings into a show that was mapped already, in a sentence; empty for nothing. */
  readonly taken: string;

  constructor(show: Settings, settings: Settings, kind: MappingKind<Binding>) {
    [this.#show, this.#kind] = [show, kind];
    const here = show.list(kind.inShow, kind.schema);
    const written = settings.list(kind.inSettings, kind.schema);
    const remembered = show.member(kind.remembered, z.array(z.string()));
    const known = new Set(remembered);
    const these = written?.filter((one) => !known.has(JSON.stringify(one)));
    const isNew = these !== undefined && (these.length > 0 || !here);
    this.#all = isNew ? this.#withThese(here ?? [], these) : here;
    this.taken = here && isNew ? this.#takenFrom(settings.file, these) : '';
    const edit = `Take ${this.#called(these ?? [])} out of ${settings.file}`;
    if (isNew) {
      const took = written?.map((one) => JSON.stringify(one));
      show.saveAll({ edit, [kind.inShow]: this.#all, [kind.remembered]: took });
    }
    if (isNew || remembered) show.onceWritten(() => this.#empty(settings));
  }

  /** As the show has it; undefined until something was mapped. */
  get all(): readonly Binding[] | undefined {
    return this.#all;
  }

  /** Keeps this mapping from now on, as an edit of the show. */
  keep(all: readonly Binding[]): void {
    const before = this.#all ?? [];
    this.#all = all;
    this.#show.saveAll({ edit: this.#editName(before, all), [this.#kind.inShow]: all });
  }

  /** The settings lose what the show has, which need not be remembered then. */
  #empty(settings: Settings): void {
    settings.save(this.#kind.inSettings, []);
    settings.onceWritten(() => this.#show.saveLater({ [this.#kind.remembered]: undefined }));
  }

  #withThese(here: readonly Binding[], these: readonly Binding[]): Binding[] {
    const names = new Set(these.map((one) => this.#kind.nameOf(one)));
    return [...here.filter((one) => !names.has(this.#kind.nameOf(one))), ...these];
  }

  #takenFrom(file: string, written: readonly Binding[]): string {
    return `${file} had ${this.#called(written)}. They are in the show now (${this.#show.file}), in place of what was mapped there.`;
  }

  #editName(before: readonly Binding[], after: readonly Binding[]): string {
    const added = missingIn(before, after);
    return added.length > 0 ? `Map ${this.#called(added)}` : `Unmap ${this.#called(missingIn(after, before))}`;
  }

  #called(bindings: readonly Binding[]): string {
    const [one, several] = this.#kind.words;
    const [only, ...more] = bindings;
    if (only === undefined || more.length > 0) return `${bindings.length} ${several}`;
    return `the ${one} ${this.#kind.nameOf(only)}`;
  }
}

/** What keys do. */
export function keptKeys(show: Settings, settings: Settings): KeptMapping<KeyBinding> {
  return new KeptMapping(show, settings, {
    schema: KeyBinding,
    inShow: 'keys',
    inSettings: 'keys',
    remembered: 'keysTaken',
    words: ['key', 'keys'],
    nameOf: (binding) => pressedKeyName(binding),
  });
}

export function keptControls(show: Settings, settings: Settings): KeptMapping<ControllerBinding> {
  return new KeptMapping(show, settings, {
    schema: ControllerBinding,
    inShow: 'controls',
    inSettings: 'controllers',
    remembered: 'controlsTaken',
    words: ['control', 'controls'],
    nameOf: ({ device, control, page, press }) =>
      `${device} ${control}${press ? ` (${pressWords[press]})` : ''}${page ? ` on page ${page}` : ''}`,
  });
}

/** Those of `all` that `others` has none like. */
function missingIn<Binding>(others: readonly Binding[], all: readonly Binding[]): Binding[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return all.filter((one) => !known.has(JSON.stringify(one)));
}
