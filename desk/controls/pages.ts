import type { PageAction } from '../../contract/desk-api/action.ts';
import type { ControllerBinding } from '../../contract/desk-api/controller.ts';

/** The pages of controllers: which one is open of each, and what a control does on it. */
export class Pages<Binding extends ControllerBinding> {
  readonly #open = new Map<string, number>();
  /** What the controls of a device do: by page, and then by control. What counts on every page is page 0. */
  readonly #devices = new Map<string, Map<number, Map<string, Binding>>>();

  /** Everything that is mapped, in its order. */
  get bindings(): Binding[] {
    return [...this.#devices.values()].flatMap((pages) => [...pages.values()].flatMap((page) => [...page.values()]));
  }

  /** Maps a control on its page, in place of what it did there. */
  set(binding: Binding): void {
    const { device, control, page = 0 } = binding;
    const pages = this.#devices.get(device) ?? new Map<number, Map<string, Binding>>();
    const controls = pages.get(page) ?? new Map<string, Binding>();
    controls.set(control, binding);
    this.#devices.set(device, pages.set(page, controls));
  }

  /** The control does nothing of its own on this page from now on. Returns whether it did. */
  delete({ device, control, page = 0 }: Pick<ControllerBinding, 'device' | 'control' | 'page'>): boolean {
    return this.#devices.get(device)?.get(page)?.delete(control) ?? false;
  }

  clear(): void {
    this.#devices.clear();
  }

  /** The controls of a device that are mapped, on whatever page. */
  controlsOf(device: string): ReadonlySet<string> {
    return new Set([...(this.#devices.get(device)?.values() ?? [])].flatMap((page) => [...page.keys()]));
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

  /** What a control does on the page that is open. */
  at(device: string, control: string): Binding | undefined {
    const pages = this.#devices.get(device);
    return pages?.get(this.open(device))?.get(control) ?? pages?.get(0)?.get(control);
  }

  /** What each control does on the page that is open. */
  onPage(device: string): ReadonlyMap<string, Binding> {
    const pages = this.#devices.get(device);
    return new Map([...(pages?.get(0) ?? []), ...(pages?.get(this.open(device)) ?? [])]);
  }

  /** Opens a page. Returns whether it is another one than before. */
  turn(action: PageAction): boolean {
    const before = this.open(action.device);
    const count = this.count(action.device);
    const after = action.do === 'openPage' ? action.page : ((((before - 1 + action.by) % count) + count) % count) + 1;
    this.#open.set(action.device, after);
    return after !== before;
  }
}
