import type { ControlUse, EncoderKind, LampState, LearnedControl } from '../contract/desk-api/controller.ts';
import type { CueView } from '../contract/desk-api/cue.ts';
import type { Tally } from '../contract/model/tally.ts';

/** `at`: monotonic milliseconds of the desk. */
export type ControlEvent = { control: string; at: number } & (
  | { kind: 'down' }
  | { kind: 'up' }
  /** From 0 to 1. Pressure-sensitive buttons send this too: they are down while it is above 0. */
  | { kind: 'position'; value: number }
  /** Detents of an endless control; positive to the right. */
  | { kind: 'turned'; by: number }
);

/** Milliseconds that an operator needs to read new faces and react. */
export const readsAfter = 500;

export interface Face {
  /** Absent for a control that only has a position. */
  state?: LampState;
  /** The confirmed value from 0 to 1, for rings and motor faders. */
  position?: number;
  name?: string;
  does?: string;
  word?: Tally;
  /** The next automatic event: its time, or the remaining time while on hold. */
  due?: NonNullable<CueView['due']>;
}

export interface SurfaceControl {
  name: string;
  kind: ControlUse;
  counts?: EncoderKind;
  has: { lamp?: true; ring?: true; motor?: true; display?: true };
  /** Grid position from the upper left; absent if unknown. */
  at?: { row: number; column: number };
}

export type LearnedUse = Omit<LearnedControl, 'device'>;

/** A plugged-in device; a new object at each plug-in. Accepts calls at any time and shows faces as soon as possible. */
export interface Surface {
  /** The device's own name, the same after each replug. Alike devices share it. */
  readonly plain: string;
  /** The port by the system's name, the same at each plug-in there; undefined if unknown. */
  readonly place: string | undefined;
  readonly model: string;
  readonly trouble: string;
  /** Displays are dark after long disuse. Absent if the surface never sleeps. */
  readonly isAsleep?: boolean;
  readonly controls: readonly SurfaceControl[];
  /** Sets the controls that are mapped on any page. An unmapped surface is left to other programs where possible. */
  mapped(controls: ReadonlySet<string>): void;
  /** Reports the next used control, once clear; returns its cancel. Absent where the first event is clear. */
  learn?(ignored: ReadonlySet<string>, then: (learned: LearnedUse) => void): () => void;
  /** Darkens every control without a face. Sends differences only. */
  show(faces: ReadonlyMap<string, Face>): void;
  /** The state that the lamp shows for `state`; `off` if dark. Absent if every control shows every state. */
  shown?(control: string, state: LampState): LampState;
  /** An operator is about to use the surface. Absent if it never sleeps. */
  wake?(): void;
  testLamps(isTested: boolean): void;
  /** From 0 to 1. Absent where the desk cannot change it. */
  readonly brightness?: ((value: number) => void) | undefined;
}

export interface SurfaceHandlers {
  plugged(surfaces: readonly Surface[]): void;
  happened(surface: Surface, event: ControlEvent): void;
  lost(surface: Surface): void;
  changed(): void;
}

export interface SurfaceKind {
  readonly trouble: string | null;
  /** Resolves once every surface is dark and released. Reports nothing afterwards. */
  close(): Promise<void>;
}

/** Reports nothing before it returns. */
export type OpenSurfaces = (on: SurfaceHandlers) => SurfaceKind;
