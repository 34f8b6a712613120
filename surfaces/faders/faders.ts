import type { ControllerBinding, ControllersView } from '../../contract/desk-api/controller.ts';
import type { Clock } from '../../contract/clock.ts';
import { Fader, fineTurns, topValue, turned } from './fader.ts';
import type { ControlEvent } from '../surface.ts';

/** Milliseconds in which movements become one change: a fader sends a thousand values per second. */
const together = 20;

export interface FadersPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  shown(binding: ControllerBinding): number | undefined;
  step(binding: ControllerBinding): number | undefined;
  isFine(device: string): boolean;
  /** `age`: milliseconds since the press or movement. Throws if refused. */
  press(binding: ControllerBinding, age: number): void;
  /** Turns an error of the press into a notice about the control. */
  orNotice(control: string, press: () => void): void;
  changed(): void;
}

interface Moving {
  binding: ControllerBinding;
  fader: Fader | undefined;
  /** Since the last change: the newest position, or the sum of turns. */
  position: number | undefined;
  turns: number;
  isFine: boolean;
  left: number;
  /** Monotonic milliseconds. */
  at: number;
  isResting: boolean;
  /** A refused change is reported once, until a change succeeds. */
  isRefused: boolean;
  waitsFor: number | undefined;
  isThere: boolean;
}

export type MoveEvent = Extract<ControlEvent, { kind: 'position' | 'turned' }>;

/** Faders and knobs that change numbers. The first movement counts at once; later ones in steps, newest only. */
export class Faders {
  readonly #ports: FadersPorts;
  readonly #moving = new Map<string, Moving>();

  constructor(ports: FadersPorts) {
    this.#ports = ports;
  }

  get waiting(): ControllersView['waiting'] {
    return [...this.#moving.values()].flatMap(({ binding: { device, control }, fader, waitsFor }) => {
      const stands = fader?.stands;
      return waitsFor === undefined || stands === undefined ? [] : [{ device, control, stands, value: waitsFor }];
    });
  }

  moved(key: string, { binding, isThere }: { binding: ControllerBinding; isThere: boolean }, event: MoveEvent): void {
    const moving = this.#of(key, binding);
    this.#setFine(key, moving);
    moving.isThere = isThere;
    moving.at = event.at;
    if (event.kind === 'turned') moving.turns += event.by;
    // An endless knob has only the value of its control change.
    else if (binding.encoder) moving.turns += turned[binding.encoder](Math.round(event.value * topValue));
    else moving.position = event.value;
    if (!moving.isResting) this.#change(key, moving);
  }

  forget(isGone: (binding: ControllerBinding) => boolean = () => true): void {
    const waited = this.waiting.length;
    for (const [key, { binding }] of this.#moving) {
      if (isGone(binding)) this.#moving.delete(key);
    }
    if (this.waiting.length !== waited) this.#ports.changed();
  }

  #of(key: string, binding: ControllerBinding): Moving {
    const known = this.#moving.get(key);
    if (known) return known;
    const fader = binding.fader && new Fader(binding.fader);
    const numbers = { position: undefined, turns: 0, left: 0, at: 0, waitsFor: undefined };
    const moving = { binding, fader, ...numbers, isFine: false, isResting: false, isRefused: false, isThere: false };
    this.#moving.set(key, moving);
    return moving;
  }

  #change(key: string, moving: Moving): void {
    const { clock } = this.#ports;
    moving.isResting = true;
    clock.after(together, () => {
      moving.isResting = false;
      const isThere = this.#moving.get(key) === moving;
      if (isThere && (moving.position !== undefined || moving.turns !== 0)) this.#change(key, moving);
    });
    this.#carryOut(key, moving);
  }

  /** Movements before the switch keep their size. */
  #setFine(key: string, moving: Moving): void {
    const isFine = this.#ports.isFine(moving.binding.device);
    if (isFine === moving.isFine) return;
    this.#carryOut(key, moving);
    moving.isFine = isFine;
    moving.left = 0;
  }

  #carryOut(key: string, moving: Moving): void {
    const binding = this.#bindingNow(moving);
    moving.position = undefined;
    if (binding) this.#press(key, moving, binding);
  }

  #bindingNow(moving: Moving): ControllerBinding | undefined {
    const { binding, fader, position, isThere, isFine } = moving;
    const { action } = binding;
    if (action.do === 'step') {
      const by = this.#turned(moving, action.by);
      return by === 0 ? undefined : { ...binding, action: { ...action, by } };
    }
    if (action.do !== 'set' || !fader || position === undefined) return undefined;
    const { shown: shownOf, step } = this.#ports;
    const shown = shownOf(binding);
    const value = fader.moved(position, shown, { isThere, ...(isFine && { fine: { step: step(binding) } }) });
    this.#waits(moving, value === undefined ? shown : undefined);
    return value === undefined || value === shown ? undefined : { ...binding, action: { ...action, value } };
  }

  /** The turns, in the number that changes. The rest of a fine turn waits for the next turn. */
  #turned(moving: Moving, each: number): number {
    const { turns, left, isFine, binding } = moving;
    moving.turns = 0;
    if (!isFine) return each * turns;
    const fine = fineTurns(turns + left, each, this.#ports.step(binding));
    moving.left = fine.left;
    return fine.by;
  }

  #waits(moving: Moving, value: number | undefined): void {
    // The position is shown too, and changes with each movement.
    const isOther = value !== undefined || moving.waitsFor !== undefined;
    moving.waitsFor = value;
    if (isOther) this.#ports.changed();
  }

  #press(key: string, moving: Moving, binding: ControllerBinding): void {
    const { clock, press, orNotice } = this.#ports;
    const wasRefused = moving.isRefused;
    const age = Math.max(0, clock.monotonic() - moving.at);
    moving.isRefused = true;
    const run = (): void => {
      press(binding, age);
      moving.isRefused = false;
    };
    if (!wasRefused) return orNotice(key, run);
    try {
      run();
    } catch {
      // The operator was notified when the refusals began.
    }
  }
}
