import type { EncoderKind } from '../../contract/desk-api/controller.ts';
import type { LearnedUse } from '../surface.ts';
import { carriers } from './midi-controls.ts';
import { controlName, type MidiMessage } from './midi-stream.ts';

/** The most detents that an endless knob sends at once in a trial. */
const most = 15;
/** Messages to examine: a fader sends a thousand per second. */
const enough = 200;

/** Finds which control sent the messages, and its use. */
export class Gesture {
  readonly #messages: MidiMessage[] = [];

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Takes a message of the first control. `all`: no more messages are needed. */
  add(message: MidiMessage): 'other' | 'more' | 'all' {
    const [first = message] = this.#messages;
    // A release alone proves nothing: the control may have been held before.
    if (this.isEmpty && message.kind === 'note' && message.value === 0) return 'other';
    if (!belongs(message, first)) return 'other';
    if (this.#messages.length >= enough) return 'more';
    this.#messages.push(message);
    if (first.kind === 'note' || first.kind === 'program') return 'all';
    const isReleased = this.#messages.length === 2 && first.value === topOfButton && message.value === 0;
    return isReleased && first.kind === 'cc' && message.number === first.number ? 'all' : 'more';
  }

  get learned(): LearnedUse | undefined {
    const [first] = this.#messages;
    if (!first) return undefined;
    const raw = first.bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
    if (first.kind === 'note' || first.kind === 'program') return { control: controlName(first), use: 'button', raw };
    if (first.kind !== 'cc') return { control: controlName(first), use: 'fader', raw };
    return { ...(this.#parameter(first.channel) ?? this.#pair(first) ?? this.#change(first)), raw };
  }

  #values(number: number): number[] {
    return this.#messages.filter((one) => one.number === number).map(({ value }) => value);
  }

  #parameter(channel: number): Omit<LearnedUse, 'raw'> | undefined {
    const [number] = this.#values(carriers.number);
    const [fine] = this.#values(carriers.fineNumber);
    if (number === undefined || fine === undefined) return undefined;
    const control = `nrpn ${channel}/${(number << 7) + fine}`;
    if (this.#values(carriers.data).length > 0) return { control, use: 'fader' };
    const isTurned = [carriers.increment, carriers.decrement].some((one) => this.#values(one).length > 0);
    return isTurned ? { control, use: 'encoder' } : undefined;
  }

  #pair({ channel, number = 0 }: MidiMessage): Omit<LearnedUse, 'raw'> | undefined {
    const upper = number % 32;
    const isPair = number < 64 && this.#values(upper).length > 0 && this.#values(upper + 32).length > 0;
    return isPair ? { control: `cc14 ${channel}/${upper}`, use: 'fader' } : undefined;
  }

  #change(first: MidiMessage): Omit<LearnedUse, 'raw'> {
    const control = controlName(first);
    const values = this.#values(first.number ?? 0);
    const encoder = encoderOf(values);
    if (encoder) return { control, use: 'encoder', encoder };
    return { control, use: isButton(values) ? 'button' : 'fader' };
  }
}

/** Whether it can belong to the control of the first: the other half of a value, or the carrier of its parameter. */
function belongs({ kind, channel, number = 0 }: MidiMessage, first: MidiMessage): boolean {
  if (kind !== first.kind || channel !== first.channel) return false;
  const { number: one = 0 } = first;
  const isCarried = [number, one].every((each) => Object.values<number>(carriers).includes(each));
  return number === one || isCarried || (kind === 'cc' && number < 64 && number % 32 === one % 32);
}

/** The names of a control's messages read alone: a 14-bit pair is two control changes. */
export function carriersOf(control: string): string[] {
  const [, channel, upper] = /^cc14 (\d+)\/(\d+)$/.exec(control) ?? [];
  return upper === undefined ? [control] : [`cc ${channel}/${upper}`, `cc ${channel}/${Number(upper) + 32}`];
}

const topOfButton = 127;

/** Buttons send one value at the press, and mostly 0 at the release. */
function isButton(values: readonly number[]): boolean {
  const down = new Set(values.filter((value) => value > 0));
  if (values.length === 1) return down.has(topOfButton);
  return down.size === 1 && values.every((value, at) => at === 0 || value !== values[at - 1]);
}

/** Undefined if the values are not of an endless knob. The operator turns right first. */
function encoderOf(values: readonly number[]): EncoderKind | undefined {
  const [first = 0] = values;
  const near = (value: number, zero: number): boolean => value > zero && value <= zero + most;
  const plain = (value: number): boolean => near(value, 0);
  const above = (value: number): boolean => near(value, 64);
  // A control with ends never repeats a value; a counting knob usually does.
  const repeats = values.some((value, at) => at > 0 && value === values[at - 1]);
  const leaps = values.some((value, at) => at > 0 && Math.abs(value - (values[at - 1] ?? value)) > 2 * most);
  if (values.length > 1 ? !repeats && !leaps : first !== 1 && first !== 65) return undefined;
  if (values.every((value) => plain(value) || value >= 128 - most)) {
    // A knob turned only to the left; a button sends its value once.
    return values.length > 1 || plain(first) ? 'twos' : undefined;
  }
  if (values.every((value) => above(value) || (value < 64 && value >= 64 - most))) return 'offset';
  if (values.every((value) => plain(value) || above(value))) return plain(first) ? 'sign' : 'sign2';
  return undefined;
}
