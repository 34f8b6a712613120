import { plainLetters } from '../faces/plain-letters.ts';
import type { Clock } from '../../contract/clock.ts';
import type { PacedOutput } from './paced-output.ts';
import type { Face } from '../surface.ts';
import type { DeviceProfile, Displays } from '../profiles/device-profile.ts';
import { expand, messageBytes, sentBy } from '../profiles/profile-messages.ts';

const top14 = 16_383;
/** Milliseconds after a movement by hand until a fader without touch control may move automatically. */
const rests = 1_000;

/** The rings, motor faders and displays of a device. Sends differences only and never moves a fader under a hand. */
export class Readouts {
  readonly #clock: Clock;
  readonly #out: PacedOutput;
  readonly #profile: DeviceProfile;
  #faces: ReadonlyMap<string, Face> = new Map();
  readonly #sent = new Map<string, string>();
  readonly #used = new Set<string | Displays>();
  readonly #touched = new Set<string>();
  readonly #movedAt = new Map<string, number>();
  readonly #touches: ReadonlyMap<string, string>;
  readonly #motors: readonly { control: string; send: string; isTouchy: boolean }[];

  constructor(profile: DeviceProfile, clock: Clock, out: PacedOutput) {
    [this.#clock, this.#out, this.#profile] = [clock, out, profile];
    this.#motors = profile.motors.flatMap(({ controls, send, touch }) =>
      expand(controls).map((control) => ({ control, send, isTouchy: touch !== undefined })),
    );
    const touches = profile.motors.flatMap(({ controls, touch }) => {
      const faders = expand(controls);
      return touch === undefined ? [] : expand(touch).map((by, at) => [by, faders[at] ?? ''] as const);
    });
    this.#touches = new Map(touches);
  }

  hello(faces: ReadonlyMap<string, Face>): void {
    this.#sent.clear();
    this.show(faces);
  }

  show(faces: ReadonlyMap<string, Face>): void {
    this.#faces = faces;
    this.#showRings();
    for (const motor of this.#motors) this.#move(motor);
    for (const displays of this.#profile.displays) this.#write(displays);
  }

  get size(): number {
    return this.#used.size;
  }

  get dark(): number[][] {
    const rings = this.#profile.rings.flatMap(({ controls, off }) => {
      const used = expand(controls).filter((control) => this.#used.has(control));
      return used.map((control) => messageBytes(off, sentBy(control)));
    });
    const used = this.#profile.displays.filter((one) => this.#used.has(one));
    return [...rings, ...used.flatMap((one) => linesOf(one, new Map()).map(({ bytes }) => bytes))];
  }

  moved(control: string): void {
    const motor = this.#motors.find((one) => one.control === control);
    if (!motor) return;
    this.#movedAt.set(control, this.#clock.monotonic());
    this.#sent.delete(control);
    if (!motor.isTouchy) this.#clock.after(rests, () => this.#move(motor));
  }

  /** Returns true if the control is the touch control of a fader and nothing else. */
  touched(control: string, isDown: boolean): boolean {
    const fader = this.#touches.get(control);
    if (fader === undefined) return false;
    this.#touched[isDown ? 'add' : 'delete'](fader);
    const motor = this.#motors.find((one) => one.control === fader);
    if (!isDown && motor) this.#move(motor);
    return true;
  }

  #showRings(): void {
    for (const { controls, send, from, to, off } of this.#profile.rings) {
      const [first, last] = [parseInt(from, 16), parseInt(to, 16)];
      for (const control of expand(controls)) {
        const face = this.#faces.get(control);
        const isNumber = face !== undefined && face.state === undefined;
        if (!isNumber && this.#used.has(control)) this.#send(control, messageBytes(off, sentBy(control)));
        // While an edit is pending, the ring stays at the last confirmed value.
        if (face?.position === undefined) continue;
        this.#used.add(control);
        const value = Math.round(first + face.position * (last - first));
        this.#send(control, messageBytes(send, { ...sentBy(control), value }));
      }
    }
  }

  #move({ control, send, isTouchy }: { control: string; send: string; isTouchy: boolean }): void {
    const position = this.#faces.get(control)?.position;
    if (position === undefined || this.#touched.has(control)) return;
    const moved = this.#movedAt.get(control);
    if (!isTouchy && moved !== undefined && this.#clock.monotonic() - moved < rests) return;
    this.#send(control, messageBytes(send, { ...sentBy(control), value: Math.round(position * top14) }));
  }

  #write(displays: Displays): void {
    const columns = displays.of.flatMap(expand);
    if (columns.some((control) => this.#faces.get(control)?.name !== undefined)) this.#used.add(displays);
    if (!this.#used.has(displays)) return;
    for (const { sets, bytes } of linesOf(displays, this.#faces)) this.#send(sets, bytes);
  }

  #send(sets: string, bytes: number[]): void {
    const text = bytes.join(' ');
    if (this.#sent.get(sets) === text) return;
    this.#sent.set(sets, text);
    this.#out.send(sets, bytes);
  }
}

function linesOf(
  { of, letters, name, word, colors }: Displays,
  faces: ReadonlyMap<string, Face>,
): { sets: string; bytes: number[] }[] {
  const columns = of.map(expand);
  const count = Math.max(...columns.map(({ length }) => length));
  const shown = Array.from({ length: count }, (_, at) =>
    columns.map((column) => faces.get(column[at] ?? '')).find((face) => face?.name !== undefined),
  );
  const lines = [
    { line: name, texts: shown.map((face) => plainLetters(face?.name ?? '') || (face?.does ?? '')) },
    ...(word ? [{ line: word, texts: shown.map((face) => face?.word ?? '') }] : []),
  ];
  const sent = lines.flatMap(({ line: { send, at: first, every }, texts }) =>
    texts.map((text, at) => {
      const number = parseInt(first, 16) + at * every;
      return { sets: `${send} ${first} ${at}`, bytes: messageBytes(send, { number, text: asciiOf(text, letters) }) };
    }),
  );
  if (!colors) return sent;
  const text = shown.map((face) => parseInt(colorOf(face, colors), 16));
  return [...sent, { sets: colors.send, bytes: messageBytes(colors.send, { text }) }];
}

function colorOf(face: Face | undefined, colors: { onAir: string; failed: string; else: string }): string {
  const isOnAir = face?.word === 'ON AIR' || face?.state?.endsWith('OnAir');
  if (isOnAir) return colors.onAir;
  return face?.word === 'FAILED' || face?.word === 'UNKNOWN' ? colors.failed : colors.else;
}

/** ASCII letters, padded with spaces: `Zürich` becomes `Zurich`. */
function asciiOf(text: string, letters: number): number[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?');
  return Array.from(plain.slice(0, letters).padEnd(letters), (letter) => letter.charCodeAt(0));
}
