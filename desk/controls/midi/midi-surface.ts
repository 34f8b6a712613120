import type { DriverDoes } from '../../../contract/devices/driver.ts';
import { topValue } from '../fader.ts';
import type { ControlEvent, Face, Surface, SurfaceControl } from '../surface.ts';
import type { MidiDevice } from './device-names.ts';
import { allControls, type DeviceProfile } from './device-profile.ts';
import { Lamps } from './lamps.ts';
import { controlName, type MidiPress, MidiStream } from './midi-stream.ts';

/** A MIDI controller that is plugged in. */
export class MidiSurface implements Surface {
  readonly name: string;
  readonly input: string | undefined;
  readonly output: string | undefined;
  trouble = '';
  readonly #do: (message: DriverDoes) => void;
  readonly #stream = new MidiStream();
  readonly #lamps: Lamps;
  /** The driver was asked to open its output, which only lamps need. */
  #isOutputAsked = false;
  #canShow = false;
  #faces: ReadonlyMap<string, Face> = new Map();

  /** Opens its input. `tell` tells the driver. */
  constructor({ name, input, output }: MidiDevice, profile: DeviceProfile, tell: (message: DriverDoes) => void) {
    this.name = name;
    this.input = input;
    this.output = output;
    this.#do = tell;
    this.#lamps = new Lamps(profile, (bytes) => {
      if (output !== undefined) tell({ do: 'send', port: output, bytes });
    });
    if (input !== undefined) tell({ do: 'open', port: input });
  }

  get model(): string {
    return this.#lamps.profile.name;
  }

  get controls(): readonly SurfaceControl[] {
    return allControls(this.#lamps.profile).map((name) => ({ name, kind: 'button', has: { lamp: true } }));
  }

  mapped(controls: ReadonlySet<string>): void {
    if (controls.size > 0) this.#openOutput();
  }

  /** A device that needs a message to work as its profile says needs it now: its controls have other names before. */
  learns(): void {
    if (this.#lamps.profile.hello.length > 0) this.#openOutput();
  }

  show(faces: ReadonlyMap<string, Face>): void {
    this.#faces = faces;
    if (this.#canShow) this.#lamps.show(faces);
  }

  testLamps(isTested: boolean): void {
    this.#openOutput();
    this.#lamps.test(isTested);
  }

  /** The driver has opened one of its ports. */
  opened(port: string): void {
    this.trouble = '';
    if (port !== this.output) return;
    this.#canShow = true;
    this.#lamps.hello();
    this.#lamps.show(this.#faces);
  }

  /** What some bytes of its input mean. */
  read(bytes: readonly number[], at: number): ControlEvent[] {
    return this.#stream.read(bytes).map((press) => eventOf(press, at));
  }

  /** It is lit as another profile says. */
  become(profile: DeviceProfile): void {
    if (profile !== this.#lamps.profile) this.#lamps.become(profile);
  }

  /** Every lamp goes out, and it is on its own again. */
  goodbye(): void {
    if (this.#canShow) this.#lamps.goodbye();
  }

  /** A device that is not mapped is left to other programs. */
  #openOutput(): void {
    if (this.output === undefined || this.#isOutputAsked) return;
    this.#isOutputAsked = true;
    this.#do({ do: 'open', port: this.output });
  }
}

/** A control change may be a button, a fader or a knob: what it is mapped to tells. */
function eventOf(press: MidiPress, at: number): ControlEvent {
  const control = controlName(press);
  if (press.kind === 'cc') return { control, kind: 'position', value: press.value / topValue, at };
  return press.down ? { control, kind: 'down', at } : { control, kind: 'up', at };
}
