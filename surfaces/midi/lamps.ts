import type { LampState } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import type { Face } from '../surface.ts';
import { allControls, type DeviceProfile, type Look, lookOf, shownState } from '../profiles/device-profile.ts';
import { isAmong, partsOf } from '../profiles/profile-messages.ts';
import { isLit, stepOfRhythm } from './rhythm.ts';

export interface LampsPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Sends a message that sets something. */
  send(sets: string, bytes: readonly number[]): void;
}

/** A lamp that was lit. */
interface Lit {
  state: LampState;
  look: Look;
  /** What it was sent last. */
  sent: string;
}

/** The lamps of one device, lit as its profile says. Only differences are sent. */
export class Lamps {
  readonly #ports: LampsPorts;
  readonly #profile: DeviceProfile;
  readonly #lit = new Map<string, Lit>();
  #wanted: ReadonlyMap<string, Face> = new Map();
  #isTested = false;
  #brightness = 1;
  /** The layer that is selected, of those that share lamps. */
  #layer = 0;
  /** Calls off the next step of the rhythms; undefined while nothing blinks. */
  #callOff: (() => void) | undefined;

  constructor(profile: DeviceProfile, ports: LampsPorts) {
    this.#profile = profile;
    this.#ports = ports;
  }

  /** The device was put into the mode of its profile: every lamp shows these faces, or is tested. */
  hello(wanted: ReadonlyMap<string, Face>, isTested: boolean): void {
    this.end();
    this.#layer = 0;
    this.#wanted = wanted;
    this.#isTested = isTested;
    this.#showAll();
  }

  /** Shows the states of these faces, by control. Any other lamp goes out. */
  show(wanted: ReadonlyMap<string, Face>): void {
    this.#wanted = wanted;
    this.#showWanted();
  }

  /** Lights every lamp as on air, or shows again what is to be shown. All is sent anew, because the device may have lost some of it. */
  test(isTested: boolean): void {
    this.#isTested = isTested;
    for (const lit of this.#lit.values()) lit.sent = '';
    this.#showAll();
  }

  /** How bright the lamps are from now on, from 0 to 1, where the profile says that by the message of each. */
  dim(brightness: number): void {
    this.#brightness = brightness;
    if (!Array.isArray(this.#profile.brightness)) return;
    for (const [control, { state }] of this.#lit) this.#light(control, state);
  }

  /** A control was used, which tells what layer is selected. */
  used(control: string): void {
    const layer = this.#layerOf(control);
    if (layer < 0 || layer === this.#layer) return;
    this.#layer = layer;
    // The lamps that the layers share show what is true of this one from now on, whatever the device itself did with them.
    this.#lit.clear();
    this.#showAll();
  }

  /** How many lamps were lit, or made dark. */
  get size(): number {
    return this.#lit.size;
  }

  /** What makes every lamp dark that may be lit. */
  get dark(): number[][] {
    const all = new Set([...allControls(this.#profile), ...this.#lit.keys()]);
    const bytes = [...all].flatMap(
      (control) => lookOf(this.#profile, { control, state: 'off' })?.bytes.join(' ') ?? [],
    );
    return [...new Set(bytes)].map((one) => one.split(' ').map(Number));
  }

  /** What the lamp of a control shows for a state. */
  shown(control: string, state: LampState): LampState {
    return this.#isSelected(control) ? shownState(this.#profile, control, state) : 'off';
  }

  /** Nothing is known of its lamps, and none blinks. */
  end(): void {
    this.#lit.clear();
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #showAll(): void {
    this.#showWanted();
    // What is true first: a device that is slow takes the rest later.
    for (const control of allControls(this.#profile)) if (!this.#lit.has(control)) this.#show(control);
  }

  #showWanted(): void {
    // What moves has no lamp of its own: the message that lights one would move it.
    const wanted = [...this.#wanted.keys()].filter((control) => this.#stateOf(control) !== undefined);
    for (const control of new Set([...wanted, ...this.#lit.keys()])) this.#show(control);
  }

  /** What the lamp of a control stands for. What does something and stands for nothing is dim, as OUT is, where that has a light of its own. */
  #stateOf(control: string): LampState | undefined {
    const { state, does } = this.#wanted.get(control) ?? {};
    if (state !== undefined || does === undefined) return state;
    return shownState(this.#profile, control, 'out') === 'out' ? 'out' : undefined;
  }

  #show(control: string): void {
    const state = this.#isTested ? 'onAir' : (this.#stateOf(control) ?? 'off');
    // Most changes of the show change no lamp, and finding the bytes takes longer than everything else here.
    const lit = this.#lit.get(control);
    if (lit?.state !== state || lit.sent === '') this.#light(control, state);
  }

  #light(control: string, state: LampState): void {
    if (!this.#isSelected(control)) return;
    const look = lookOf(this.#profile, { control, state, brightness: this.#brightness });
    if (!look) return;
    const lit = { state, look, sent: this.#lit.get(control)?.sent ?? '' };
    this.#lit.set(control, lit);
    this.#send(control, lit);
    if (look.rhythm && !this.#callOff) this.#callOff = this.#nextStep();
  }

  /** Sends what a lamp is to show at this moment, if it does not. */
  #send(control: string, lit: Lit): void {
    const { bytes, rhythm } = lit.look;
    const now = rhythm && !isLit(rhythm.of, this.#ports.clock.monotonic()) ? rhythm.dark : bytes;
    const sent = now.join(' ');
    if (sent === lit.sent) return;
    lit.sent = sent;
    this.#ports.send(`lamp ${control}`, now);
  }

  #nextStep(): () => void {
    const { clock } = this.#ports;
    const isOver = clock.monotonic() % stepOfRhythm;
    return clock.after(stepOfRhythm - isOver, () => {
      const blinking = [...this.#lit].filter(([, { look }]) => look.rhythm);
      for (const [control, lit] of blinking) this.#send(control, lit);
      this.#callOff = blinking.length > 0 ? this.#nextStep() : undefined;
    });
  }

  #isSelected(control: string): boolean {
    const layer = this.#layerOf(control);
    return layer < 0 || layer === this.#layer;
  }

  /** The layer of a control; below 0 if it is the same in each. */
  #layerOf(control: string): number {
    const { layers } = this.#profile;
    if (layers.length === 0) return -1;
    const parts = partsOf(control);
    return layers.findIndex((layer) => layer.some((controls) => isAmong(controls, parts)));
  }
}
