import { same } from '../app/confirmed.ts';
import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { KeyBinding, pressWords } from '../../contract/desk-api/key-binding.ts';
import type { Settings } from '../screens/settings.ts';
import { pressedKeyName } from '../../surfaces/press/key-map.ts';

interface MappingKind<Binding> {
  schema: z.ZodType<Binding>;
  inShow: string;
  inSettings: string;
  /** The member of the show that lists bindings taken from the settings, until the settings have lost them. */
  remembered: string;
  /** The mapped control for people and for comparison: `key F5`. Unique within a mapping. */
  nameOf(binding: Binding): string;
  words: 'keys' | 'controls';
}

/**
 * A mapping in the show file. Bindings in the settings, written by hand, replace those of the show at a start. They
 * leave the settings once the show is on the disk. Until then the show remembers them: otherwise a next start with
 * unwritable settings would undo later mappings.
 */
export class KeptMapping<Binding> {
  readonly #show: Settings;
  readonly #kind: MappingKind<Binding>;
  #all: readonly Binding[] | undefined;
  /** A sentence about bindings taken from the settings into a mapped show; empty for none. */
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
    const edit = texts.mapping.takeOut(this.#called(these ?? []), settings.file);
    if (isNew) {
      const took = written?.map((one) => JSON.stringify(one));
      show.saveAll({ edit, [kind.inShow]: this.#all, [kind.remembered]: took });
    }
    if (isNew || remembered) show.onceWritten(() => this.#empty(settings));
  }

  get all(): readonly Binding[] | undefined {
    return this.#all;
  }

  keep(all: readonly Binding[]): void {
    // A return to a version with the same mapping is no edit.
    if (same(all, this.#all)) return;
    const before = this.#all ?? [];
    this.#all = all;
    this.#show.saveAll({ edit: this.#editName(before, all), [this.#kind.inShow]: all });
  }

  #empty(settings: Settings): void {
    settings.save(this.#kind.inSettings, []);
    settings.onceWritten(() => this.#show.saveLater({ [this.#kind.remembered]: undefined }));
  }

  #withThese(here: readonly Binding[], these: readonly Binding[]): Binding[] {
    const names = new Set(these.map((one) => this.#kind.nameOf(one)));
    return [...here.filter((one) => !names.has(this.#kind.nameOf(one))), ...these];
  }

  #takenFrom(file: string, written: readonly Binding[]): string {
    return texts.mapping.moved(file, this.#called(written), this.#show.file);
  }

  #editName(before: readonly Binding[], after: readonly Binding[]): string {
    const added = missingIn(before, after);
    return added.length > 0
      ? texts.mapping.map(this.#called(added))
      : texts.mapping.unmap(this.#called(missingIn(after, before)));
  }

  #called(bindings: readonly Binding[]): string {
    const words = texts.mapping[this.#kind.words];
    const [only, ...more] = bindings;
    if (only === undefined || more.length > 0) return words.several(bindings.length);
    return words.one(this.#kind.nameOf(only));
  }
}

export function keptKeys(show: Settings, settings: Settings): KeptMapping<KeyBinding> {
  return new KeptMapping(show, settings, {
    schema: KeyBinding,
    inShow: 'keys',
    inSettings: 'keys',
    remembered: 'keysTaken',
    words: 'keys',
    nameOf: (binding) => pressedKeyName(binding),
  });
}

export function keptControls(show: Settings, settings: Settings): KeptMapping<ControllerBinding> {
  return new KeptMapping(show, settings, {
    schema: ControllerBinding,
    inShow: 'controls',
    inSettings: 'controllers',
    remembered: 'controlsTaken',
    words: 'controls',
    nameOf: ({ device, control, page, press }) =>
      `${device} ${control}${press ? ` (${pressWords[press]})` : ''}${page ? texts.mapping.onPage(page) : ''}`,
  });
}

function missingIn<Binding>(others: readonly Binding[], all: readonly Binding[]): Binding[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return all.filter((one) => !known.has(JSON.stringify(one)));
}
