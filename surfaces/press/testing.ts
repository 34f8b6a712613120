import type { ControllerBinding, ControllersView, TestedControl } from '../../contract/desk-api/controller.ts';
import type { ControllerAction } from '../../contract/desk-api/action.ts';
import { Firing, type FiringPorts, keyOf, type Mapped, plain, type PressedDevice } from './firing.ts';

/** Milliseconds without use of any control after which a test ends by itself. */
const endsAfter = 60_000;
/** A fader that never rests moves less than this by itself, of 1. */
const slight = 0.02;
/** A control that has not moved for so many milliseconds rests. */
const restsAfter = 300;

export interface TestingPorts extends Omit<FiringPorts, 'press' | 'guardedChanged'> {
  /** The page of a device that is open. */
  page(device: string): number;
  /** Does what a controller itself can do, which touches nothing on air. */
  act(action: ControllerAction): void;
  /** Nobody has used a control for a minute. */
  ended(): void;
}

/** A test of what controls do: they go the whole way to where they would fire, and there they only tell. */
export class Testing {
  readonly #ports: TestingPorts;
  /** The way of presses and movements in this test. Nothing of it is known outside, nor of the way outside here. */
  readonly firing: Firing;
  #last: TestedControl | null = null;
  #endsAt = 0;
  #callOff: () => void = () => undefined;
  /** When controls moved last, by the monotonic clock. */
  readonly #movedAt = new Map<string, number>();
  /** Where faders stood when they were moved last. */
  readonly #stood = new Map<string, number>();
  /** The numbers that faders would have set, by their field: a fader that has passed its value goes on from there. */
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

  /** The minute begins anew. */
  goOn(): void {
    const { clock, changed, ended } = this.#ports;
    this.#callOff();
    this.#callOff = clock.after(endsAfter, ended);
    this.#endsAt = clock.now() + endsAfter;
    changed();
  }

  /** It is over. What is held or armed on these devices tells nothing any more. Returns the names of the controls that are moving. */
  end(devices: readonly PressedDevice[]): ReadonlySet<string> {
    this.#callOff();
    for (const device of devices) this.firing.letGo(device);
    const rested = this.#ports.clock.monotonic() - restsAfter;
    return new Set([...this.#movedAt].flatMap(([key, at]) => (at > rested ? [key] : [])));
  }

  /** A control went down that is mapped to this, by every kind of press. `fires` says that it has done so by that. */
  pressed(device: string, control: string, { mapped, fires }: { mapped: readonly Mapped[]; fires: boolean }): void {
    const page = this.#ports.page(device);
    this.#last = { device, control, page, bindings: mapped.map(plain), fires };
    this.goOn();
  }

  /** A control moved, or was turned. `position` is where it stands, if it has ends. */
  moved(
    device: string,
    control: string,
    { binding, position }: { binding: Mapped | undefined; position: number | undefined },
  ): void {
    // A pad tells so how hard it is pressed, which is no news where nothing is mapped to it.
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
    // One that never rests would push aside what somebody tries.
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

/** The field that a fader sets. */
function fieldOf({ action }: ControllerBinding): string {
  return 'field' in action ? `${action.subComposition} ${action.field}` : '';
}
