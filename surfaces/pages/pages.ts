import type { PageAction } from '../../contract/desk-api/action.ts';
import type { Control, ControllerBinding, ControlOnPage } from '../../contract/desk-api/controller.ts';
import { PressKind } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type Kinds, unheardPress } from '../press/press-kinds.ts';

/** The pages of controllers: which one is open of each, and what a control does on it. */
export class Pages<Binding extends ControllerBinding> {
  readonly #open = new Map<string, number>();
  /** What the controls of a device do: by page, and then by control and kind of press. What counts on every page is page 0. */
  readonly #devices = new Map<string, Map<number, Map<string, Binding>>>();

  /** Everything that is mapped, in its order. */
  get bindings(): Binding[] {
    return [...this.#devices.values()].flatMap((pages) => [...pages.values()].flatMap((page) => [...page.values()]));
  }

  /** The names of the devices of which something is mapped. */
  get devices(): string[] {
    return [...new Set(this.bindings.map(({ device }) => device))];
  }

  /** Maps a control on its page, in place of what it did there. */
  set(binding: Binding): void {
    const { device, page = 0 } = binding;
    const pages = this.#devices.get(device) ?? new Map<number, Map<string, Binding>>();
    const controls = pages.get(page) ?? new Map<string, Binding>();
    controls.set(slotOf(binding), binding);
    this.#devices.set(device, pages.set(page, controls));
  }

  /**
   * As {@link set}. Throws `call-invalid`, and changes nothing, for a kind of press that could never be told from what the control does as
   * it goes down, on whichever page.
   */
  setChecked(binding: Binding): void {
    const { device, control, page = 0 } = binding;
    const before = this.#devices.get(device)?.get(page)?.get(slotOf(binding));
    this.set(binding);
    const problem = unheardPress(this.#kindsOnPages(binding));
    if (problem === undefined) return;
    if (before) this.set(before);
    else this.delete(binding);
    throw new OverlayError('call-invalid', `${device} ${control} ${problem}.`);
  }

  /** The control does nothing of its own on this page from now on. Returns whether it did. */
  delete(where: ControlOnPage): boolean {
    return (
      this.#devices
        .get(where.device)
        ?.get(where.page ?? 0)
        ?.delete(slotOf(where)) ?? false
    );
  }

  clear(): void {
    this.#devices.clear();
  }

  /** The controls of a device that are mapped, on whatever page. */
  controlsOf(device: string): ReadonlySet<string> {
    return new Set(
      [...(this.#devices.get(device)?.values() ?? [])].flatMap((page) =>
        [...page.values()].map(({ control }) => control),
      ),
    );
  }

  /** The page of a device that is open, from 1. */
  open(device: string): number {
    return this.#open.get(device) ?? 1;
  }

  /** How many pages a device has: as many as the highest one that is used or open. */
  count(device: string): number {
    const used = [...(this.#devices.get(device) ?? [])].filter(([, controls]) => controls.size > 0);
    return Math.max(this.open(device), ...used.map(([page]) => page));
  }

  /** What a control does by a kind of press on the page that is open. */
  at(device: string, control: string, press: PressKind = 'short'): Binding | undefined {
    return this.#onPage(this.open(device), { device, control, press });
  }

  /** What a control does by each kind of press on the page that is open. */
  kinds(device: string, control: string): Kinds<Binding> {
    return this.#kinds(this.open(device), { device, control });
  }

  /** Whether a control does something by any kind of press on the page that is open. */
  has(device: string, control: string): boolean {
    return PressKind.options.some((kind) => this.at(device, control, kind) !== undefined);
  }

  /** Whether a control does something of its own on any page. */
  hasOwn(device: string, control: string): boolean {
    const pages = [...(this.#devices.get(device) ?? [])].filter(([page]) => page > 0);
    return pages.some(([, slots]) => slots.has(control));
  }

  /** What each control does on the page that is open: by a short press, else by another one. */
  onPage(device: string): ReadonlyMap<string, Binding> {
    const pages = this.#devices.get(device);
    const slots = new Map([...(pages?.get(0) ?? []), ...(pages?.get(this.open(device)) ?? [])]);
    const [others, short] = [true, false].map((isOther) =>
      [...slots.values()].filter(({ press }) => (press !== undefined) === isOther),
    );
    return new Map([...(others ?? []), ...(short ?? [])].map((binding) => [binding.control, binding]));
  }

  /**
   * The first page of a device that has something of what is meant; undefined if there is none, or if the page that is open has it, or
   * every page.
   */
  firstWith(device: string, isMeant: (binding: Binding) => boolean): number | undefined {
    const pages = this.#devices.get(device);
    const has = (page: number): boolean => [...(pages?.get(page)?.values() ?? [])].some(isMeant);
    if (has(0) || has(this.open(device))) return undefined;
    return [...(pages?.keys() ?? [])].sort((one, other) => one - other).find(has);
  }

  /** Opens a page. Returns whether it is another one than before. */
  turn(action: PageAction): boolean {
    const before = this.open(action.device);
    const count = this.count(action.device);
    const after = action.do === 'openPage' ? action.page : ((((before - 1 + action.by) % count) + count) % count) + 1;
    this.#open.set(action.device, after);
    return after !== before;
  }

  /** What a control does by each kind of press, on each page that there is. */
  #kindsOnPages(where: Control): Kinds<Binding>[] {
    return Array.from({ length: this.count(where.device) }, (_, before) => this.#kinds(before + 1, where));
  }

  #kinds(page: number, where: Control): Kinds<Binding> {
    const kinds = PressKind.options.flatMap((press) => {
      const binding = this.#onPage(page, { ...where, press });
      return binding ? [[press, binding] as const] : [];
    });
    return Object.fromEntries(kinds);
  }

  #onPage(page: number, { device, ...pressed }: Control & { press: PressKind }): Binding | undefined {
    const pages = this.#devices.get(device);
    const slot = slotOf(pressed);
    return pages?.get(page)?.get(slot) ?? pages?.get(0)?.get(slot);
  }
}

/** A control and a kind of press. */
function slotOf({ control, press = 'short' }: { control: string; press?: PressKind | undefined }): string {
  return press === 'short' ? control : `${control} ${press}`;
}
