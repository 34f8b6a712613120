import { texts } from '../../contract/texts/texts.ts';
import type { LampState } from '../../contract/desk-api/controller.ts';
import type { DriverKeeper } from '../drivers.ts';
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

export class MidiSurface implements Surface {
  readonly plain: string;
  readonly place: string | undefined;
  readonly input: string | undefined;
  #output: string | undefined;
  readonly #troubles = new Map<string, string>();
  readonly #driver: DriverKeeper;
  readonly #stream = new MidiStream();
  readonly #controls = new MidiControls();
  #tries: ((message: MidiMessage) => void) | undefined;
  readonly #out: PacedOutput;
  #profile: DeviceProfile;
  #lamps: Lamps;
  #readouts: Readouts;
  #brightness: number | undefined;
  /** Lamps and readouts that the driver can darken with its present last messages. */
  #leaves = 0;
  /** Undefined after a change. */
  #known: readonly SurfaceControl[] | undefined;
  /** Only lamps need the output. */
  #isOutputWanted = false;
  #canShow = false;
  #isTested = false;
  #faces: ReadonlyMap<string, Face> = new Map();

  constructor({ plain, place, input, output }: MidiDevice, profile: DeviceProfile, driver: DriverKeeper) {
    [this.plain, this.place, this.input] = [plain, place, input];
    [this.#output, this.#driver] = [output, driver];
    this.#out = new PacedOutput(driver.clock, (bytes) => this.#tellOutput('send', bytes));
    this.#profile = profile;
    [this.#lamps, this.#readouts] = this.#newShown();
    if (input !== undefined) driver.do({ do: 'open', port: input });
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
    // A moved fader asks a thousand times per second.
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
    // A device with `hello` needs it now: before, its controls have other names.
    if (this.#profile.hello.length > 0) this.#openOutput();
    const passedOver = new Set([...ignored].flatMap(carriersOf));
    let gesture = new Gesture();
    const tell = (): void => {
      const { learned } = gesture;
      // Parameters of a channel share control changes, so the control is known only now.
      if (learned && ignored.has(learned.control)) return void (gesture = new Gesture());
      end();
      if (learned) then(learned);
    };
    const rest = new Rest(this.#driver.clock, tell);
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

  /** The output belongs to the device no longer, but may still exist: darken it. */
  leaveOutput(): void {
    this.end();
    if (this.#output === undefined) return;
    this.#driver.do({ do: 'close', port: this.#output });
    this.#troubles.delete(this.#output);
    this.#output = undefined;
  }

  /** Ports of a device come and go one by one; `output` is undefined for none. */
  moved(output: string | undefined): void {
    if (output === this.#output) return;
    this.#output = output;
    if (this.#isOutputWanted) this.#askOutput();
  }

  /** The driver has opened the port, or has darkened it meanwhile. */
  opened(port: string): void {
    this.#troubles.delete(port);
    if (port !== this.#output) return;
    this.#canShow = true;
    this.#known = undefined;
    this.#out.clear();
    this.#begin();
  }

  refused(port: string, { reason, isTaken }: { reason: string; isTaken: boolean }): void {
    this.#troubles.set(port, isTaken ? `${reason} ${rivalsOf(this.#profile)}` : reason);
  }

  closed(port: string, reason: string): void {
    this.#troubles.set(port, reason);
    if (port === this.#output) this.end();
  }

  read(bytes: readonly number[], at: number): ControlEvent[] {
    return this.#stream.read(bytes).flatMap((message) => {
      // A hand on a fader is no press.
      if (this.#readouts.touched(controlName(message), message.value > 0)) return [];
      const events = this.#controls.read(message, at);
      for (const { control } of events) {
        this.#readouts.moved(control);
        if (this.#canShow) this.#lamps.used(control);
      }
      if (!this.#tries) return events;
      this.#tries(message);
      // A trial fires nothing, but a release ends earlier holds.
      return events.filter((event) => event.kind === 'up' || (event.kind === 'position' && event.value === 0));
    });
  }

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

  end(): void {
    this.#canShow = false;
    this.#known = undefined;
    this.#lamps.end();
    this.#out.clear();
  }

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
    const { clock } = this.#driver;
    return [new Lamps(this.#profile, clock, this.#out), new Readouts(this.#profile, clock, this.#out)];
  }

  get #last(): number[][] {
    const goodbye = this.#profile.goodbye.map((message) => messageBytes(message));
    return [...this.#readouts.dark, ...this.#lamps.dark, ...goodbye];
  }

  /** Gives the driver the darkening messages first: the desk may die right after a send. */
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

  /** The device keeps its own brightness until an operator chooses. */
  #dim(): void {
    const { brightness } = this.#profile;
    if (brightness === undefined || this.#brightness === undefined) return;
    if (typeof brightness !== 'string') return this.#lamps.dim(this.#brightness);
    this.#out.send('brightness', messageBytes(brightness, { value: Math.round(this.#brightness * 127) }));
  }

  #tellOutput(how: 'send' | 'sendLast', bytes: readonly number[]): void {
    if (this.#output !== undefined) this.#driver.do({ do: how, port: this.#output, bytes: [...bytes] });
  }

  /** An unmapped device is left to other programs. */
  #openOutput(): void {
    if (this.#isOutputWanted) return;
    this.#isOutputWanted = true;
    this.#askOutput();
  }

  #askOutput(): void {
    if (this.#output !== undefined) this.#driver.do({ do: 'open', port: this.#output });
  }
}

/** Programs that may hold the device: MIDI on Windows belongs to one program at a time. */
function rivalsOf({ alsoOpenedBy }: Pick<DeviceProfile, 'alsoOpenedBy'>): string {
  const everywhere = [texts.controls.workstation, 'Companion', texts.controls.browserPage];
  const programs = [...alsoOpenedBy, ...everywhere];
  return texts.controls.closeRivals(programs.slice(0, -1), programs.at(-1) ?? '');
}
