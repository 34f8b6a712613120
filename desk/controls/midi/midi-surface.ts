import type { DriverDoes } from '../../../contract/devices/driver.ts';
import type { Clock } from '../../ports.ts';
import type { ControlEvent, Face, LearnedUse, Surface, SurfaceControl } from '../surface.ts';
import type { MidiDevice } from './device-names.ts';
import { type DeviceProfile, messageBytes } from './device-profile.ts';
import { Gesture } from './gesture.ts';
import { Lamps } from './lamps.ts';
import { MidiControls } from './midi-controls.ts';
import { controlName, type MidiMessage, MidiStream } from './midi-stream.ts';
import { profileControls } from './profile-controls.ts';
import { Readouts } from './readouts.ts';
import { rivalsOf } from './rivals.ts';

/** Milliseconds after which a control that sends nothing more has shown what it is. */
const settles = 600;

export interface MidiSurfacePorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Tells the driver. */
  tell(message: DriverDoes): void;
}

/** A MIDI controller that is plugged in. */
export class MidiSurface implements Surface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly input: string | undefined;
  readonly output: string | undefined;
  trouble = '';
  readonly #do: (message: DriverDoes) => void;
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #stream = new MidiStream();
  readonly #controls = new MidiControls();
  /** Takes what comes while somebody tries a control; undefined while nobody does. */
  #tries: ((message: MidiMessage) => void) | undefined;
  readonly #send: (bytes: number[]) => void;
  readonly #lamps: Lamps;
  #readouts: Readouts;
  #brightness: number | undefined;
  /** Its controls; undefined after something has changed them. */
  #known: readonly SurfaceControl[] | undefined;
  /** The driver was asked to open its output, which only lamps need. */
  #isOutputAsked = false;
  #canShow = false;
  #faces: ReadonlyMap<string, Face> = new Map();

  /** Opens its input. */
  constructor({ plain, place, input, output }: MidiDevice, profile: DeviceProfile, { clock, tell }: MidiSurfacePorts) {
    this.#clock = clock;
    this.plain = plain;
    this.place = place;
    this.input = input;
    this.output = output;
    this.#do = tell;
    this.#send = (bytes) => {
      if (output !== undefined) tell({ do: 'send', port: output, bytes });
    };
    this.#lamps = new Lamps(profile, this.#send);
    this.#readouts = this.#newReadouts();
    if (input !== undefined) tell({ do: 'open', port: input });
  }

  get model(): string {
    return this.#lamps.profile.name;
  }

  get controls(): readonly SurfaceControl[] {
    // A fader that is moved asks for them a thousand times a second.
    return (this.#known ??= profileControls(this.#lamps.profile, this.#canShow));
  }

  get brightness(): ((value: number) => void) | undefined {
    if (this.#lamps.profile.brightness === undefined) return undefined;
    return (value) => {
      this.#brightness = value;
      if (this.#canShow) this.#dim();
    };
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
    if (!this.#canShow) return;
    this.#lamps.show(faces);
    this.#readouts.show(faces);
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
    this.#known = undefined;
    this.#lamps.hello();
    this.#dim();
    this.#readouts.hello();
    this.show(this.#faces);
  }

  /** The driver could not open one of its ports; `isTaken` says that another program may have it. */
  refused(reason: string, isTaken: boolean): void {
    this.trouble = isTaken ? `${reason} ${rivalsOf(this.#lamps.profile)}` : reason;
  }

  /** What some bytes of its input mean. */
  read(bytes: readonly number[], at: number): ControlEvent[] {
    return this.#stream.read(bytes).flatMap((message) => {
      // A hand that is put on a fader presses nothing.
      if (this.#readouts.touched(controlName(message), message.value > 0)) return [];
      const events = this.#controls.read(message, at);
      for (const { control } of events) this.#readouts.moved(control);
      if (!this.#tries) return events;
      this.#tries(message);
      // What somebody tries does nothing, but a release ends what was held before.
      return events.filter((event) => event.kind === 'up' || (event.kind === 'position' && event.value === 0));
    });
  }

  /** It is lit as another profile says. */
  become(profile: DeviceProfile): void {
    if (profile === this.#lamps.profile) return;
    this.#known = undefined;
    if (this.#canShow) this.#readouts.show(new Map());
    this.#lamps.become(profile);
    this.#readouts = this.#newReadouts();
    if (!this.#canShow) return;
    this.#dim();
    this.#readouts.show(this.#faces);
  }

  /** Every lamp goes out, and it is on its own again. */
  goodbye(): void {
    if (!this.#canShow) return;
    this.#readouts.show(new Map());
    this.#lamps.goodbye();
  }

  #newReadouts(): Readouts {
    return new Readouts(this.#lamps.profile, { clock: this.#clock, send: this.#send });
  }

  /** Until somebody chooses a brightness, the device has its own. */
  #dim(): void {
    const { brightness } = this.#lamps.profile;
    if (brightness === undefined || this.#brightness === undefined) return;
    this.#send(messageBytes(brightness, { value: Math.round(this.#brightness * 127) }));
  }

  /** A device that is not mapped is left to other programs. */
  #openOutput(): void {
    if (this.output === undefined || this.#isOutputAsked) return;
    this.#isOutputAsked = true;
    this.#do({ do: 'open', port: this.output });
  }
}
