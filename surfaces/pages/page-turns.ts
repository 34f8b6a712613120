import { texts } from '../../contract/texts/texts.ts';
import type { PageAction } from '../../contract/actions/actions.ts';
import type { ControllerBinding, Selected } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Mapped } from '../press/firing.ts';
import type { PluggedDevice, PluggedDevices } from '../plugged-devices.ts';
import { type ControlEvent, readsAfter } from '../surface.ts';

export class PageTurns {
  readonly #devices: PluggedDevices;
  readonly #clock: Clock;
  readonly #turned: (device: PluggedDevice) => void;

  constructor(devices: PluggedDevices, clock: Clock, turned: (device: PluggedDevice) => void) {
    [this.#devices, this.#clock, this.#turned] = [devices, clock, turned];
  }

  /** Throws `call-invalid` for an unknown device. */
  turn(action: PageAction): void {
    const device = this.#devices.find(action.device);
    if (!this.#devices.pages.turn(action)) return;
    device.turnedAt = device.readFrom = this.#clock.monotonic();
    this.#turned(device);
  }

  follow(selected: Selected): void {
    const isMeant = ({ action }: ControllerBinding): boolean =>
      'subComposition' in selected
        ? 'subComposition' in action && action.subComposition === selected.subComposition
        : 'cue' in action && action.cue === selected.cue;
    for (const device of this.#devices.all) {
      const page = device.held ? undefined : this.#devices.pages.firstWith(device.name, isMeant);
      if (page === undefined) continue;
      this.turn({ do: 'openPage', device: device.name, page });
      // The operator at the device did not open the page and must read it first.
      device.readFrom = device.turnedAt + readsAfter;
    }
  }

  /** Opens a page until the release. A second such control does nothing meanwhile. */
  hold(device: PluggedDevice, { control, action }: Mapped): void {
    if (device.held || action.do !== 'openPage') return;
    device.held = { control, before: this.#devices.pages.open(device.name) };
    this.turn(action);
  }

  letGo(device: PluggedDevice): void {
    if (!device.held) return;
    const { before: page } = device.held;
    device.held = undefined;
    this.turn({ do: 'openPage', device: device.name, page });
  }

  forget({ name, held }: PluggedDevice): void {
    if (held) this.#devices.pages.turn({ do: 'openPage', device: name, page: held.before });
  }

  /** A sentence if the press was meant for another page; undefined otherwise. */
  refusal(device: PluggedDevice, { control, at }: ControlEvent): string | undefined {
    if (!this.#devices.pages.hasOwn(device.name, control)) return undefined;
    if (at < device.turnedAt) return texts.controls.pageOpened;
    return at < device.readFrom ? texts.controls.pageOpenedItself : undefined;
  }

  /** A page button was pressed. Presses that follow belong to the new page, even if the desk is slow. */
  opened(device: PluggedDevice, at: number): void {
    device.turnedAt = Math.min(device.turnedAt, at);
    device.readFrom = Math.min(device.readFrom, at);
  }
}
