import type { LampState } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import type { PacedOutput } from './paced-output.ts';
import type { Face } from '../surface.ts';
import { allControls, type DeviceProfile, type LampMessage, lookOf, shownState } from '../profiles/device-profile.ts';
import { isAmong, partsOf } from '../profiles/profile-messages.ts';
import { isLit, stepOfRhythm } from './rhythm.ts';

interface Lit {
  state: LampState;
  look: LampMessage;
  sent: string;
}

/** The lamps of a device, lit by its profile. Sends differences only. */
export class Lamps {
  readonly #clock: Clock;
  readonly #out: PacedOutput;
  readonly #profile: DeviceProfile;
  readonly #lit = new Map<string, Lit>();
  #wanted: ReadonlyMap<string, Face> = new Map();
  #isTested = false;
  #brightness = 1;
  #layer = 0;
  #callOff: (() => void) | undefined;

  constructor(profile: DeviceProfile, clock: Clock, out: PacedOutput) {
    [this.#profile, this.#clock, this.#out] = [profile, clock, out];
  }

  /** Call after the device entered the mode of its profile. Sends every lamp. */
  hello(wanted: ReadonlyMap<string, Face>, isTested: boolean): void {
    this.end();
    this.#layer = 0;
    this.#wanted = wanted;
    this.#isTested = isTested;
    this.#showAll();
  }

  /** Darkens all other lamps. */
  show(wanted: ReadonlyMap<string, Face>): void {
    this.#wanted = wanted;
    this.#showWanted();
  }

  /** Lights every lamp as on air, or restores all. Sends everything, because the device may have lost parts. */
  test(isTested: boolean): void {
    this.#isTested = isTested;
    for (const lit of this.#lit.values()) lit.sent = '';
    this.#showAll();
  }

  /** `brightness`: 0 to 1, for profiles that carry it in each message. */
  dim(brightness: number): void {
    this.#brightness = brightness;
    if (!Array.isArray(this.#profile.brightness)) return;
    for (const [control, { state }] of this.#lit) this.#light(control, state);
  }

  /** A used control selects its layer. */
  used(control: string): void {
    const layer = this.#layerOf(control);
    if (layer < 0 || layer === this.#layer) return;
    this.#layer = layer;
    // Shared lamps now show this layer, whatever the device did itself.
    this.#lit.clear();
    this.#showAll();
  }

  get size(): number {
    return this.#lit.size;
  }

  get dark(): number[][] {
    const all = new Set([...allControls(this.#profile), ...this.#lit.keys()]);
    const bytes = [...all].flatMap(
      (control) => lookOf(this.#profile, { control, state: 'off' })?.bytes.join(' ') ?? [],
    );
    return [...new Set(bytes)].map((one) => one.split(' ').map(Number));
  }

  shown(control: string, state: LampState): LampState {
    return this.#isSelected(control) ? shownState(this.#profile, control, state) : 'off';
  }

  end(): void {
    this.#lit.clear();
    this.#callOff?.();
    this.#callOff = undefined;
  }

  #showAll(): void {
    this.#showWanted();
    // Wanted states first: a slow device takes the rest later.
    for (const control of allControls(this.#profile)) if (!this.#lit.has(control)) this.#show(control);
  }

  #showWanted(): void {
    // A motor has no lamp: a lamp message would move it.
    const wanted = [...this.#wanted.keys()].filter((control) => this.#stateOf(control) !== undefined);
    for (const control of new Set([...wanted, ...this.#lit.keys()])) this.#show(control);
  }

  /** A mapped control without a state is dim as OUT, if OUT has its own light. */
  #stateOf(control: string): LampState | undefined {
    const { state, does } = this.#wanted.get(control) ?? {};
    if (state !== undefined || does === undefined) return state;
    return shownState(this.#profile, control, 'out') === 'out' ? 'out' : undefined;
  }

  #show(control: string): void {
    const state = this.#isTested ? 'onAir' : (this.#stateOf(control) ?? 'off');
    // Most changes change no lamp, and finding the bytes is the slowest step.
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

  #send(control: string, lit: Lit): void {
    const { bytes, rhythm } = lit.look;
    const now = rhythm && !isLit(rhythm.of, this.#clock.monotonic()) ? rhythm.dark : bytes;
    const sent = now.join(' ');
    if (sent === lit.sent) return;
    lit.sent = sent;
    this.#out.send(`lamp ${control}`, now);
  }

  #nextStep(): () => void {
    const isOver = this.#clock.monotonic() % stepOfRhythm;
    return this.#clock.after(stepOfRhythm - isOver, () => {
      const blinking = [...this.#lit].filter(([, { look }]) => look.rhythm);
      for (const [control, lit] of blinking) this.#send(control, lit);
      this.#callOff = blinking.length > 0 ? this.#nextStep() : undefined;
    });
  }

  #isSelected(control: string): boolean {
    const layer = this.#layerOf(control);
    return layer < 0 || layer === this.#layer;
  }

  #layerOf(control: string): number {
    const { layers } = this.#profile;
    if (layers.length === 0) return -1;
    const parts = partsOf(control);
    return layers.findIndex((layer) => layer.some((controls) => isAmong(controls, parts)));
  }
}
