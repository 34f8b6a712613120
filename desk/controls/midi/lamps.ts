import type { LampState } from '../../../contract/desk-api/controller.ts';
import type { Face } from '../surface.ts';
import { allControls, type DeviceProfile, lampBytes, messageBytes } from './device-profile.ts';

/** The lamps of one device, lit as its profile says. Only differences are sent. */
export class Lamps {
  readonly #send: (bytes: number[]) => void;
  #profile: DeviceProfile;
  /** What each lamp shows, and the bytes that it was sent for that: not every state has bytes of its own. */
  readonly #lit = new Map<string, { state: LampState; bytes: string }>();
  #wanted: ReadonlyMap<string, Face> = new Map();
  #isTested = false;

  constructor(profile: DeviceProfile, send: (bytes: number[]) => void) {
    this.#profile = profile;
    this.#send = send;
  }

  get profile(): DeviceProfile {
    return this.#profile;
  }

  /** The device can be lit from now on. It is put into the mode of its profile. */
  hello(): void {
    this.#lit.clear();
    for (const message of this.#profile.hello) this.#send(messageBytes(message));
    if (this.#isTested) this.test(true);
  }

  /** Shows the states of these faces, by control. Any other lamp goes out. */
  show(wanted: ReadonlyMap<string, Face>): void {
    this.#wanted = wanted;
    if (this.#isTested) return;
    // What moves has no lamp of its own: the message that lights one would move it.
    const lit = [...wanted].flatMap(([control, { state }]) => (state === undefined ? [] : [control]));
    for (const control of new Set([...this.#lit.keys(), ...lit])) {
      this.#light(control, wanted.get(control)?.state ?? 'off');
    }
  }

  /** Lights every lamp as on air, or shows again what is to be shown. */
  test(isTested: boolean): void {
    this.#isTested = isTested;
    if (!isTested) return this.show(this.#wanted);
    const wanted = [...this.#wanted].flatMap(([control, { state }]) => (state === undefined ? [] : [control]));
    for (const control of new Set([...allControls(this.#profile), ...wanted])) this.#light(control, 'onAir');
  }

  /** The device is lit as another profile says. */
  become(profile: DeviceProfile): void {
    const wanted = this.#wanted;
    this.show(new Map());
    this.#profile = profile;
    this.hello();
    this.show(wanted);
  }

  /** Every lamp goes out, and the device is on its own again. */
  goodbye(): void {
    this.#isTested = false;
    this.show(new Map());
    for (const message of this.#profile.goodbye) this.#send(messageBytes(message));
  }

  #light(control: string, state: LampState): void {
    const before = this.#lit.get(control);
    // Most changes of the show change no lamp, and finding the bytes takes longer than everything else here.
    if (before?.state === state) return;
    const bytes = lampBytes(this.#profile, control, state);
    if (!bytes) return;
    this.#lit.set(control, { state, bytes: bytes.join(' ') });
    if (before?.bytes !== bytes.join(' ')) this.#send(bytes);
  }
}
