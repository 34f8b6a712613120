import type { LampState } from '../../contract/desk-api/controller.ts';
import type { DriverDoes } from '../../contract/devices/driver.ts';
import type { Clock } from '../../contract/clock.ts';
import { Rest } from '../faders/rest.ts';
import type { ControlEvent, Face, LearnedUse, Surface, SurfaceControl } from '../surface.ts';
import type { MidiDevice } from '../profiles/device-names.ts';
import type { DeviceProfile } from '../profiles/device-profile.ts';
import { carriersOf, Gesture } from './gesture.ts';
import { Lamps } from './lamps.ts';
import { MidiControls } from './midi-controls.ts';
import { controlName, type MidiMessage, MidiStream } from './midi-stream.ts';
import { PacedOutput } from './paced-output.ts';
import { profileControls } from '../profiles/profile-controls.ts';
import { messageBytes } from '../profiles/profile-messages.ts';
import { Readouts } from './readouts.ts';
import { rivalsOf } from './rivals.ts';

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
  #output: string | undefined;
  /** What is wrong with each of its ports, in a sentence. */
  readonly #troubles = new Map<string, string>();
  readonly #do: (message: DriverDoes) => void;
  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #stream = new MidiStream();
  readonly #controls = new MidiControls();
  /** Takes what comes while somebody tries a control; undefined while nobody does. */
  #tries: ((message: MidiMessage) => void) | undefined;
  readonly #out: PacedOutput;
  #profile: DeviceProfile;
  #lamps: Lamps;
  #readouts: Readouts;
  #brightness: number | undefined;
  /** How many lamps and readouts the driver can make dark by what it was given as the last. */
  #leaves = 0;
  /** Its controls; undefined after something has changed them. */
  #known: readonly SurfaceControl[] | undefined;
  /** Its output is to be open, which only lamps need. */
  #isOutputWanted = false;
  #canShow = false;
  #isTested = false;
  #faces: ReadonlyMap<string, Face> = new Map();

  /** Opens its input. */
  constructor({ plain, place, input, output }: MidiDevice, profile: DeviceProfile, { clock, tell }: MidiSurfacePorts) {
    this.#clock = clock;
    this.plain = plain;
    this.place = place;
    this.input = input;
    this.#output = output;
    this.#do = tell;
    this.#out = new PacedOutput({ clock, send: (bytes) => this.#tellOutput('send', bytes) });
    this.#profile = profile;
    [this.#lamps, this.#readouts] = this.#newShown();
    if (input !== undefined) tell({ do: 'open', port: input });
  }

  get output(): string | undefined {
    return this.#output;
  }

  get model(): string {
    return this.#profile.name;
  }

  get trouble(): string {
    return [...new Set(this.#troubles.values())].join(' ');
  }

  get controls(): readonly SurfaceControl[] {
    // A fader that is moved asks for them a thousand times a second.
    return (this.#known ??= profileControls(this.#profile, this.#canShow));
  }

  get brightness(): ((value: number) => void) | undefined {
    if (this.#profile.brightness === undefined) return undefined;
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
    if (this.#profile.hello.length > 0) this.#openOutput();
    const passedOver = new Set([...ignored].flatMap(carriersOf));
    let gesture = new Gesture();
    const tell = (): void => {
      const { learned } = gesture;
      // Parameters of one channel come by the same control changes, so this one is known only now.
      if (learned && ignored.has(learned.control)) return void (gesture = new Gesture());
      end();
      if (learned) then(learned);
    };
    const rest = new Rest(this.#clock, tell);
    const end = (): void => {
      rest.callOff();
      this.#tries = undefined;
    };
    this.#tries = (message) => {
      if (passedOver.has(controlName(message))) return;
      const belongs = gesture.add(message);
      if (belongs === 'all') return tell();
      if (belongs === 'more') rest.moved();
    };
    return end;
  }

  show(faces: ReadonlyMap<string, Face>): void {
    this.#faces = faces;
    if (!this.#canShow) return;
    this.#sendSafely(() => {
      this.#lamps.show(faces);
      this.#readouts.show(faces);
    });
  }

  shown(control: string, state: LampState): LampState {
    return this.#canShow ? this.#lamps.shown(control, state) : 'off';
  }

  testLamps(isTested: boolean): void {
    this.#openOutput();
    this.#isTested = isTested;
    if (this.#canShow) this.#sendSafely(() => this.#lamps.test(isTested));
  }

  /** Its output belongs to it no longer, and may still be there: it must not go on showing what was true of this device. */
  leaveOutput(): void {
    this.end();
    if (this.#output === undefined) return;
    this.#do({ do: 'close', port: this.#output });
    this.#troubles.delete(this.#output);
    this.#output = undefined;
  }

  /** Its lamps are at this port now, or at none: the ports of devices come and go one by one. */
  moved(output: string | undefined): void {
    if (output === this.#output) return;
    this.#output = output;
    if (this.#isOutputWanted) this.#askOutput();
  }

  /** The driver has opened one of its ports, or has made it dark meanwhile. */
  opened(port: string): void {
    this.#troubles.delete(port);
    if (port !== this.#output) return;
    this.#canShow = true;
    this.#known = undefined;
    this.#out.clear();
    this.#begin();
  }

  /** The driver could not open one of its ports; `isTaken` says that another program may have it. */
  refused(port: string, { reason, isTaken }: { reason: string; isTaken: boolean }): void {
    this.#troubles.set(port, isTaken ? `${reason} ${rivalsOf(this.#profile)}` : reason);
  }

  /** The driver has lost one of its ports. */
  closed(port: string, reason: string): void {
    this.#troubles.set(port, reason);
    if (port === this.#output) this.end();
  }

  /** What some bytes of its input mean. */
  read(bytes: readonly number[], at: number): ControlEvent[] {
    return this.#stream.read(bytes).flatMap((message) => {
      // A hand that is put on a fader presses nothing.
      if (this.#readouts.touched(controlName(message), message.value > 0)) return [];
      const events = this.#controls.read(message, at);
      for (const { control } of events) {
        this.#readouts.moved(control);
        if (this.#canShow) this.#lamps.used(control);
      }
      if (!this.#tries) return events;
      this.#tries(message);
      // What somebody tries does nothing, but a release ends what was held before.
      return events.filter((event) => event.kind === 'up' || (event.kind === 'position' && event.value === 0));
    });
  }

  /** It is lit as another profile says. */
  become(profile: DeviceProfile): void {
    if (profile === this.#profile) return;
    this.#known = undefined;
    const left = this.#last;
    this.#lamps.end();
    this.#profile = profile;
    [this.#lamps, this.#readouts] = this.#newShown();
    if (!this.#canShow) return;
    for (const [at, bytes] of left.entries()) this.#out.send(`left ${at}`, bytes);
    this.#begin();
  }

  /** Nothing more is shown on it until its output is open again. */
  end(): void {
    this.#canShow = false;
    this.#known = undefined;
    this.#lamps.end();
    this.#out.clear();
  }

  /** The device is put into the mode of its profile, and shows everything anew. */
  #begin(): void {
    this.#out.begin(this.#profile.pace);
    this.#leaves = -1;
    this.#sendSafely(() => {
      for (const [at, message] of this.#profile.hello.entries()) this.#out.send(`hello ${at}`, messageBytes(message));
      this.#dim();
      this.#lamps.hello(this.#faces, this.#isTested);
      this.#readouts.hello(this.#faces);
    });
  }

  #newShown(): [Lamps, Readouts] {
    const ports = { clock: this.#clock, send: (sets: string, bytes: readonly number[]) => this.#out.send(sets, bytes) };
    return [new Lamps(this.#profile, ports), new Readouts(this.#profile, ports)];
  }

  get #last(): number[][] {
    const goodbye = this.#profile.goodbye.map((message) => messageBytes(message));
    return [...this.#readouts.dark, ...this.#lamps.dark, ...goodbye];
  }

  /** Before the device is sent anything, the driver knows how to make it dark again: the desk may die right after. */
  #sendSafely(send: () => void): void {
    this.#out.after(() => {
      send();
      this.#keepLast();
    });
  }

  #keepLast(): void {
    const leaves = this.#lamps.size + this.#readouts.size;
    if (leaves === this.#leaves) return;
    this.#leaves = leaves;
    this.#tellOutput('sendLast', this.#last.flat());
  }

  /** Until somebody chooses a brightness, the device has its own. */
  #dim(): void {
    const { brightness } = this.#profile;
    if (brightness === undefined || this.#brightness === undefined) return;
    if (typeof brightness !== 'string') return this.#lamps.dim(this.#brightness);
    this.#out.send('brightness', messageBytes(brightness, { value: Math.round(this.#brightness * 127) }));
  }

  #tellOutput(how: 'send' | 'sendLast', bytes: readonly number[]): void {
    if (this.#output !== undefined) this.#do({ do: how, port: this.#output, bytes: [...bytes] });
  }

  /** A device that is not mapped is left to other programs. */
  #openOutput(): void {
    if (this.#isOutputWanted) return;
    this.#isOutputWanted = true;
    this.#askOutput();
  }

  #askOutput(): void {
    if (this.#output !== undefined) this.#do({ do: 'open', port: this.#output });
  }
}
