import type { ControllerBinding, ControllersView, TestedControl } from '../../contract/desk-api/controller.ts';
import type { ControllerAction } from '../../contract/actions/actions.ts';
import { Firing, type FiringPorts, keyOf, type Mapped, plain, type PressedDevice } from './firing.ts';

/** Milliseconds without use until a test ends. */
const endsAfter = 60_000;
/** A fader that never rests drifts by less than this (of 1). */
const slight = 0.02;
/** Milliseconds without movement after which a control rests. */
const restsAfter = 300;

export interface TestingPorts extends Omit<FiringPorts, 'press' | 'guardedChanged'> {
  page(device: string): number;
  act(action: ControllerAction): void;
  ended(): void;
}

/** A test of controls: the full path of presses, but the end only reports. */
export class Testing {
  readonly #ports: TestingPorts;
  readonly firing: Firing;
  #last: TestedControl | null = null;
  #endsAt = 0;
  #callOff: () => void = () => undefined;
  readonly #movedAt = new Map<string, number>();
  readonly #stood = new Map<string, number>();
  /** Numbers that faders would have set, by field: a fader that has passed its value continues from there. */
  readonly #set = new Map<string, number>();

  constructor(ports: TestingPorts) {
    this.#ports = ports;
    this.firing = new Firing({
      ...ports,
      shown: (binding) => this.#set.get(fieldOf(binding)) ?? ports.shown(binding),
      press: (binding) => this.#would(binding),
      guardedChanged: () => undefined,
    });
    this.goOn();
  }

  get view(): ControllersView['testing'] {
    return { endsAt: this.#endsAt, last: this.#last };
  }

  goOn(): void {
    const { clock, changed, ended } = this.#ports;
    this.#callOff();
    this.#callOff = clock.after(endsAfter, ended);
    this.#endsAt = clock.now() + endsAfter;
    changed();
  }

  /** Returns the controls that are still moving. */
  end(devices: readonly PressedDevice[]): ReadonlySet<string> {
    this.#callOff();
    for (const device of devices) this.firing.hands.gone(device.hand);
    const rested = this.#ports.clock.monotonic() - restsAfter;
    return new Set([...this.#movedAt].flatMap(([key, at]) => (at > rested ? [key] : [])));
  }

  /** `fires`: the press has already fired. */
  pressed(device: string, control: string, { mapped, fires }: { mapped: readonly Mapped[]; fires: boolean }): void {
    const page = this.#ports.page(device);
    this.#last = { device, control, page, bindings: mapped.map(plain), fires };
    this.goOn();
  }

  /** `position`: undefined for an endless control. */
  moved(
    device: string,
    control: string,
    { binding, position }: { binding: Mapped | undefined; position: number | undefined },
  ): void {
    // Pads send pressure too; ignore it where unmapped.
    if (!binding && control.startsWith('pressure ')) return;
    const key = keyOf(device, control);
    this.#movedAt.set(key, this.#ports.clock.monotonic());
    if (position !== undefined && !this.#isByHand(key, position)) return;
    if (this.#isLast(device, control) && this.#last?.page === this.#ports.page(device)) return this.goOn();
    this.pressed(device, control, { mapped: binding ? [binding] : [], fires: false });
  }

  #would(binding: ControllerBinding): void {
    const { device, control, action, fader } = binding;
    const isLast = this.#isLast(device, control);
    if (action.do === 'set') this.#set.set(fieldOf(binding), Number(action.value));
    // A control that never rests would hide the control under test.
    if (fader && !isLast) return;
    const page = isLast && this.#last ? this.#last.page : this.#ports.page(device);
    this.#last = { device, control, page, bindings: [plain(binding)], fires: true };
    this.#ports.changed();
    if ('device' in action) this.#ports.act(action);
  }

  #isLast(device: string, control: string): boolean {
    return this.#last?.device === device && this.#last.control === control;
  }

  #isByHand(key: string, position: number): boolean {
    const stood = this.#stood.get(key);
    if (stood !== undefined && Math.abs(position - stood) < slight) return false;
    this.#stood.set(key, position);
    return true;
  }
}

function fieldOf({ action }: ControllerBinding): string {
  return 'field' in action ? `${action.subComposition} ${action.field}` : '';
}
