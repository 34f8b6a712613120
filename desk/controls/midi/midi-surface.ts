import type { DriverDoes } from '../../../contract/devices/driver.ts';
import type { Clock } from '../../ports.ts';
import type { ControlEvent, Face, LearnedUse, Surface, SurfaceControl } from '../surface.ts';
import type { MidiDevice } from './device-names.ts';
import { allControls, type DeviceProfile } from './device-profile.ts';
import { Gesture } from './gesture.ts';
import { Lamps } from './lamps.ts';
import { MidiControls } from './midi-controls.ts';
import { controlName, type MidiMessage, MidiStream } from './midi-stream.ts';

/** Milliseconds after which a control that sends nothing more has shown what it is. */
const settles = 600;

export interface MidiSurfacePorts {
  clock: Pick<Clock, 'after'>;
  /** Tells the driver. */
  tell(message: DriverDoes): void;
}

/** A MIDI controller that is plugged in. */
export class MidiSurface implements Surface {
  readonly name: string;
  readonly input: string | undefined;
  readonly output: string | undefined;
  trouble = '';
  readonly #do: (message: DriverDoes) => void;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #stream = new MidiStream();
  readonly #controls = new MidiControls();
  /** Takes what comes while somebody tries a control; undefined while nobody does. */
  #tries: ((message: MidiMessage) => void) | undefined;
  readonly #lamps: Lamps;
  /** The driver was asked to open its output, which only lamps need. */
  #isOutputAsked = false;
  #canShow = false;
  #faces: ReadonlyMap<string, Face> = new Map();

  /** Opens its input. */
  constructor({ name, input, output }: MidiDevice, profile: DeviceProfile, { clock, tell }: MidiSurfacePorts) {
    this.#clock = clock;
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
    this.#controls.mapped(controls);
    if (controls.size > 0) this.#openOutput();
  }

  learn(ignored: ReadonlySet<string>, then: (learned: LearnedUse) => void): () => void {
    // A device that needs a message to work as its profile says needs it now: its controls have other names before.
    if (this.#lamps.profile.hello.length > 0) this.#openOutput();
    const gesture = new Gesture();
    let callOff = (): void => undefined;
    const end = (): void => {
      callOff();
      this.#tries = undefined;
    };
    const tell = (): void => {
      const { learned } = gesture;
      end();
      if (learned) then(learned);
    };
    this.#tries = (message) => {
      if (ignored.has(controlName(message))) return;
      const belongs = gesture.add(message);
      if (belongs === 'all') return tell();
      if (belongs === 'other') return;
      callOff();
      callOff = this.#clock.after(settles, tell);
    };
    return end;
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
    return this.#stream.read(bytes).flatMap((message) => {
      const events = this.#controls.read(message, at);
      if (!this.#tries) return events;
      this.#tries(message);
      // What somebody tries does nothing, but a release ends what was held before.
      return events.filter((event) => event.kind === 'up' || (event.kind === 'position' && event.value === 0));
    });
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
