import { texts } from '../../contract/texts/texts.ts';
import { fillsPress } from '../../contract/desk-api/controller.ts';
import type { Action } from '../../contract/actions/actions.ts';
import type { GuardedKey, KeyRefusal } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding, Kinds } from '../../contract/desk-api/key-binding.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type Moment, PressMachine, type PressRule } from '../../contract/press-machine.ts';

/** A screen with its keyboard, a keyboard of a shell, or a device. The same key under two hands is two controls. */
export interface Hand {
  /** As operators call it; absent for a keyboard of a shell. */
  name?: string | undefined;
  /** Calls `then` once all that the screen sent has arrived, never without an answer. Absent: keys arrive at once. */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** Reports a refusal to the screen after its call has already returned. Absent: all screens are notified. */
  refused?: ((refusal: KeyRefusal) => void) | undefined;
}

export type Pressable = Pick<KeyBinding, 'action' | 'guard' | 'global'> & { key: string };

export interface PressedOn {
  hand: Hand;
  action: Action;
}

export interface HandsPorts<Binding extends Pressable> {
  clock: Clock;
  /** Milliseconds in which a second press counts as a bounce. */
  guardTime(): number;
  guardedChanged(): void;
  /** `age`: milliseconds since the press. Throws if refused. */
  press(binding: Binding, age: number, hand: Hand): void;
  /** Throws `press-refused` if a press of this age (ms) is too late. */
  checkAge(age: number): void;
  /** Runs a call without a waiting caller. A refusal goes to the hand's screen if possible, else to all operators. */
  orNotice(key: string, run: () => void, on: PressedOn): void;
  /** The hand's screen does not answer, so the kind of press is unknown and nothing fired. */
  unsure(key: string): void;
}

interface ControlDown<Binding> extends Moment {
  key: string;
  kinds: Kinds<Binding>;
}

interface ControlOfHand<Binding> {
  guarded: PressMachine<Binding>;
  unguarded: PressMachine<Binding>;
}

/** The controls that hands press. After a sleep of the machine, no control is held or armed. */
export class Hands<Binding extends Pressable> {
  readonly #ports: HandsPorts<Binding>;
  readonly #clock: WakingClock;
  readonly #hands = new Map<Hand, Map<string, ControlOfHand<Binding>>>();
  readonly #shown = new Map<PressMachine<Binding>, GuardedKey>();

  constructor(ports: HandsPorts<Binding>) {
    this.#ports = ports;
    const woke = (): void => [...this.#hands.keys()].forEach((hand) => this.gone(hand));
    this.#clock = wakingClock({ clock: ports.clock, woke });
  }

  get guarded(): GuardedKey[] {
    return [...this.#shown.values()];
  }

  /** Throws if refused. */
  down(hand: Hand, { key, kinds, at, stamp }: ControlDown<Binding>): void {
    this.#clock.look();
    const rule = this.#rule(kinds);
    const { short, long, double, release } = kinds;
    const waits = (short?.guard ?? long ?? double ?? release) !== undefined;
    // An old press neither arms nor holds: it would fire as new. A panic always counts.
    if (waits && !Object.values(kinds).some(isPanic)) this.#ports.checkAge(this.#age(at));
    const control = this.#control(hand, key);
    if (control[rule.guard ? 'guarded' : 'unguarded'].down(rule, { at, stamp })) return;
    throw new OverlayError('press-refused', texts.keys.tooSoon);
  }

  up(hand: Hand, key: string, moment: Moment): void {
    this.#clock.look();
    for (const machine of this.#machines(hand, key)) machine.up(moment);
  }

  /** The state of the control is unknown; its press fires nothing. */
  lost(hand: Hand, key: string): void {
    for (const machine of this.#machines(hand, key)) machine.lost();
  }

  /** Drops presses, which were meant for another mapping. A panic continues: its meaning never changes. */
  interrupt(hands: Iterable<Hand> = this.#hands.keys()): void {
    for (const hand of hands) this.#end(hand, isPanic);
  }

  /** Releases and disarms all controls of the hand. */
  gone(hand: Hand): void {
    this.#end(hand, () => false);
    this.#hands.delete(hand);
  }

  /** As {@link Hands.gone}, for a device that went. A panic that was held fires nothing, and says so. */
  unplugged(hand: Hand): void {
    for (const { held } of this.#machines(hand)) {
      if (!held || !isPanic(held)) continue;
      const refuse = (): never => {
        throw new OverlayError('press-refused', texts.keys.goneWhileHeld);
      };
      this.#ports.orNotice(held.key, refuse, { hand, action: held.action });
    }
    this.gone(hand);
  }

  #end(hand: Hand, isKept: (binding: Binding) => boolean): void {
    let isChanged = false;
    for (const machine of this.#machines(hand)) {
      machine.keep(isKept);
      if (machine.isIdle && this.#shown.delete(machine)) isChanged = true;
    }
    if (isChanged) this.#ports.guardedChanged();
  }

  #machines(hand: Hand, key?: string): PressMachine<Binding>[] {
    const controls = this.#hands.get(hand) ?? new Map<string, ControlOfHand<Binding>>();
    const meant = key === undefined ? [...controls.values()] : [controls.get(key) ?? []].flat();
    return meant.flatMap(({ guarded, unguarded }) => [guarded, unguarded]);
  }

  #control(hand: Hand, key: string): ControlOfHand<Binding> {
    const controls = this.#hands.get(hand) ?? new Map<string, ControlOfHand<Binding>>();
    this.#hands.set(hand, controls);
    const control = controls.get(key) ?? { guarded: this.#machine(hand, key), unguarded: this.#machine(hand, key) };
    controls.set(key, control);
    return control;
  }

  #machine(hand: Hand, key: string): PressMachine<Binding> {
    const { guardedChanged, unsure } = this.#ports;
    const machine = new PressMachine<Binding>({
      clock: this.#clock,
      caughtUp: hand.caughtUp,
      changed: (state, lasts) => {
        if (state === 'free') this.#shown.delete(machine);
        else this.#shown.set(machine, { key, state, until: this.#clock.now() + lasts });
        guardedChanged();
      },
      unsure: () => unsure(key),
      fire: (binding, at, isAwaited) => this.#fire({ hand, binding }, at, isAwaited),
    });
    return machine;
  }

  #fire({ hand, binding }: { hand: Hand; binding: Binding }, at: number | undefined, isAwaited: boolean): boolean {
    const { press, orNotice } = this.#ports;
    let isDone = false;
    const run = (): void => {
      press(binding, at === undefined ? 0 : this.#age(at), hand);
      isDone = true;
    };
    if (isAwaited) run();
    else orNotice(binding.key, run, { hand, action: binding.action });
    return isDone;
  }

  /** A short press that fills the control leaves no other kind. */
  #rule(kinds: Kinds<Binding>): PressRule<Binding> {
    const { short, long } = kinds;
    if (!short || fillsPress(short) === undefined) return { kinds, isUrgent: long !== undefined && isPanic(long) };
    const { guard } = short;
    const alone = { kinds: { short }, isUrgent: isPanic(short) };
    if (guard?.kind === 'hold') return { ...alone, guard: { holds: guard.milliseconds, arms: false, bounce: 0 } };
    return guard ? { ...alone, guard: { arms: true, bounce: this.#ports.guardTime() } } : alone;
  }

  #age(at: number): number {
    return Math.max(0, this.#clock.monotonic() - at);
  }
}

function isPanic({ action }: Pressable): boolean {
  return action.do === 'panic';
}
