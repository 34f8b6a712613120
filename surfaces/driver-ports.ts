import type { DriverDoes, DriverSays, HidReport } from '../contract/devices/driver.ts';
import type { PictureOrder } from './faces/picture-order.ts';

/** The driver of each kind of device. */
export interface DriverPorts {
  midi: LaunchDriver;
  /** The driver of panels, and what draws on their keys. Absent: there is none. */
  panels?: { launch: LaunchDriver; draw: DrawPicture };
  /** The folder with the device profiles of operators, absolute. Absent: there is none. */
  profiles?: string;
}

/** What the desk wants to know of a driver. */
export interface DriverHandlers {
  /** Something that the driver says. Its times are those of `Clock.monotonic`. Never called after `stop` or `ended`. */
  says(message: DriverSays): void;
  /** The driver has ended, for whatever reason, in a sentence. Called once, after `stop` too. */
  ended(reason: string): void;
}

/** A driver in a process of its own. */
export interface DriverProcess {
  /** Hands on what the driver is to do. Lost if it has ended. */
  do(message: DriverDoes): void;
  /** Asks it to end. If it does not, it is ended. */
  stop(): void;
}

/** Starts a driver in its own process. */
export type LaunchDriver = (on: DriverHandlers) => DriverProcess;

/** Draws a picture, and gives the reports that show it. Rejects with a sentence if that is not possible. Never holds up a press. */
export type DrawPicture = (order: PictureOrder) => Promise<HidReport[]>;
