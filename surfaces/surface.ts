import type { ControlUse, EncoderKind, LampState, LearnedControl } from '../contract/desk-api/controller.ts';
import type { CueView } from '../contract/desk-api/cue.ts';
import type { Tally } from '../contract/model/tally.ts';

/** What happened to a control of a surface. `at` is when, in milliseconds of the desk's monotonic clock. */
export type ControlEvent = { control: string; at: number } & (
  | { kind: 'down' }
  | { kind: 'up' }
  /**
   * It stands somewhere between its ends, from 0 to 1. A button that tells how hard it is pressed sends this too: it is down while that is
   * above 0.
   */
  | { kind: 'position'; value: number }
  /** It has no ends and was turned so many detents, above 0 to the right. */
  | { kind: 'turned'; by: number }
);

/** Milliseconds in which nobody reads what controls have just begun to show, and decides on one of them. */
export const readsAfter = 500;

/** What a control shows. A surface shows as much of it as the control can. */
export interface Face {
  /** What its lamp stands for; absent for a control that only has a position. */
  state?: LampState;
  /** Where the confirmed value is between its ends, from 0 to 1, for rings and motor faders. */
  position?: number;
  /** What the control acts on, as operators call it. */
  name?: string;
  /** What the control does, in the fewest words. */
  does?: string;
  word?: Tally;
  /** What happens by itself next to what it shows: when that is, or how much is left until then while it is on hold. */
  due?: NonNullable<CueView['due']>;
}

/** A control that a surface is known to have. */
export interface SurfaceControl {
  name: string;
  kind: ControlUse;
  counts?: EncoderKind;
  /** What it can show. */
  has: { lamp?: true; ring?: true; motor?: true; display?: true };
  /** Where it lies, in a grid from the upper left corner; absent where nobody knows. */
  at?: { row: number; column: number };
}

export type LearnedUse = Omit<LearnedControl, 'device'>;

/**
 * One device with controls that is plugged in, of any kind. Each time it is plugged in it is another object. It takes orders at any
 * time; what cannot be shown yet is shown as soon as it can be.
 */
export interface Surface {
  /** What it tells of itself: the same after each replug. Others alike tell the same. */
  readonly plain: string;
  /** Where it is plugged in, as the system says: the same each time that it is plugged in there. Undefined where nobody knows. */
  readonly place: string | undefined;
  /** What the desk takes it for, such as the name of its profile. */
  readonly model: string;
  readonly trouble: string;
  /** Its displays are dark because nobody has used it for long. Absent where that never is. */
  readonly isAsleep?: boolean;
  /** The controls that it is known to have. It may have others. */
  readonly controls: readonly SurfaceControl[];
  /** These controls do something on some page. A surface of which none does is left to other programs as far as it can be. */
  mapped(controls: ReadonlySet<string>): void;
  /**
   * Somebody is about to use one of its controls in order to map it: tells which, and as what it is used, once that is clear. Controls
   * to be ignored are passed over. Returns what ends that. Absent where the first event of a control tells.
   */
  learn?(ignored: ReadonlySet<string>, then: (learned: LearnedUse) => void): () => void;
  /** Shows these faces. Every control without one shows nothing. Only differences are sent. */
  show(faces: ReadonlyMap<string, Face>): void;
  /** What the lamp of a control shows for a state: `off` if it is dark for it. Absent where every control shows every state. */
  shown?(control: string, state: LampState): LampState;
  /** Somebody is about to use its controls, so it sleeps no longer. Absent where it never does. */
  wake?(): void;
  /** Lights every lamp, or shows again what is to be shown. */
  testLamps(isTested: boolean): void;
  /** How bright it is, from 0 to 1. Absent where the desk cannot change that. */
  readonly brightness?: ((value: number) => void) | undefined;
}

/** What a kind of surfaces reports to. */
export interface SurfaceHandlers {
  /** These are plugged in now. One that is among them again has stayed. */
  plugged(surfaces: readonly Surface[]): void;
  happened(surface: Surface, event: ControlEvent): void;
  /** Nobody can tell any more which of its controls are held. */
  lost(surface: Surface): void;
  /** The trouble of the kind or of a surface, the model of a surface, or whether it is asleep, has changed. */
  changed(): void;
}

/** All surfaces of one kind, such as the MIDI controllers. */
export interface SurfaceKind {
  readonly trouble: string | null;
  /** Every surface goes dark and is on its own again, which is so when this resolves. Nothing is reported any more. */
  close(): Promise<void>;
}

/** Opens the surfaces of one kind. Nothing is reported before it returns. */
export type OpenSurfaces = (on: SurfaceHandlers) => SurfaceKind;
