import type { PageAction } from '../../contract/actions/actions.ts';
import {
  type Control,
  type ControllerBinding,
  type ControlOnPage,
  unheardPress,
} from '../../contract/desk-api/controller.ts';
import { type Kinds, PressKind } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';

export class ControllerPages<Binding extends ControllerBinding> {
  readonly #open = new Map<string, number>();
  /** Device, page, then control and kind of press. Page 0 counts on every page. */
  readonly #devices = new Map<string, Map<number, Map<string, Binding>>>();

  get bindings(): Binding[] {
    return [...this.#devices.values()].flatMap((pages) => [...pages.values()].flatMap((page) => [...page.values()]));
  }

  get devices(): string[] {
    return [...new Set(this.bindings.map(({ device }) => device))];
  }

  set(binding: Binding): void {
    const { device, page = 0 } = binding;
    const pages = this.#devices.get(device) ?? new Map<number, Map<string, Binding>>();
    const controls = pages.get(page) ?? new Map<string, Binding>();
    controls.set(slotOf(binding), binding);
    this.#devices.set(device, pages.set(page, controls));
  }

  /** As {@link set}. Throws `call-invalid` and changes nothing if a key-down action on any page hides the press. */
  setChecked(binding: Binding): void {
    const { device, control, page = 0 } = binding;
    const before = this.#devices.get(device)?.get(page)?.get(slotOf(binding));
    this.set(binding);
    const onPages = Array.from({ length: this.count(device) }, (_, before) => this.#kinds(before + 1, binding));
    const problem = unheardPress(onPages);
    if (problem === undefined) return;
    if (before) this.set(before);
    else this.delete(binding);
    throw new OverlayError('call-invalid', `${device} ${control} ${problem}.`);
  }

  delete(where: ControlOnPage): boolean {
    const controls = this.#devices.get(where.device)?.get(where.page ?? 0);
    return controls?.delete(slotOf(where)) ?? false;
  }

  clear(): void {
    this.#devices.clear();
  }

  controlsOf(device: string): ReadonlySet<string> {
    const pages = [...(this.#devices.get(device)?.values() ?? [])];
    return new Set(pages.flatMap((page) => [...page.values()].map(({ control }) => control)));
  }

  open(device: string): number {
    return this.#open.get(device) ?? 1;
  }

  count(device: string): number {
    const used = [...(this.#devices.get(device) ?? [])].filter(([, controls]) => controls.size > 0);
    return Math.max(this.open(device), ...used.map(([page]) => page));
  }

  at(device: string, control: string, press: PressKind = 'short'): Binding | undefined {
    return this.#onPage(this.open(device), { device, control, press });
  }

  kinds(device: string, control: string): Kinds<Binding> {
    return this.#kinds(this.open(device), { device, control });
  }

  has(device: string, control: string): boolean {
    return PressKind.options.some((kind) => this.at(device, control, kind) !== undefined);
  }

  /** Whether the control is mapped on a page of its own, not on every page. */
  hasOwn(device: string, control: string): boolean {
    const pages = [...(this.#devices.get(device) ?? [])].filter(([page]) => page > 0);
    return pages.some(([, slots]) => slots.has(control));
  }

  onPage(device: string): ReadonlyMap<string, Binding> {
    const pages = this.#devices.get(device);
    const slots = new Map([...(pages?.get(0) ?? []), ...(pages?.get(this.open(device)) ?? [])]);
    const [others, short] = [true, false].map((isOther) =>
      [...slots.values()].filter(({ press }) => (press !== undefined) === isOther),
    );
    return new Map([...(others ?? []), ...(short ?? [])].map((binding) => [binding.control, binding]));
  }

  /** The first page with a wanted binding; undefined if none, or if the open page or page 0 has one. */
  firstWith(device: string, isMeant: (binding: Binding) => boolean): number | undefined {
    const pages = this.#devices.get(device);
    const has = (page: number): boolean => [...(pages?.get(page)?.values() ?? [])].some(isMeant);
    if (has(0) || has(this.open(device))) return undefined;
    return [...(pages?.keys() ?? [])].sort((one, other) => one - other).find(has);
  }

  turn(action: PageAction): boolean {
    const before = this.open(action.device);
    const count = this.count(action.device);
    const after = action.do === 'openPage' ? action.page : ((((before - 1 + action.by) % count) + count) % count) + 1;
    this.#open.set(action.device, after);
    return after !== before;
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

function slotOf({ control, press = 'short' }: { control: string; press?: PressKind | undefined }): string {
  return press === 'short' ? control : `${control} ${press}`;
}
