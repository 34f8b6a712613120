import type { DriverDoes, DriverSays, HidReport } from '../contract/devices/driver.ts';
import type { KeyPicture } from './faces/drawing/key-picture.ts';

export interface DriverPorts {
  midi: LaunchDriver;
  /** Absent without a panel driver. */
  panels?: { launch: LaunchDriver; draw: DrawPicture };
  /** The absolute folder of operators' device profiles; absent if none. */
  profiles?: string;
}

export interface DriverHandlers {
  /** Times are those of `Clock.monotonic`. Never called after `stop` or `ended`. */
  says(message: DriverSays): void;
  /** Called once, even after `stop`. The reason is a sentence. */
  ended(reason: string): void;
}

export interface DriverProcess {
  do(message: DriverDoes): void;
  /** Requests an end; kills the driver if it does not end. */
  stop(): void;
}

export type LaunchDriver = (on: DriverHandlers) => DriverProcess;

/** Returns the reports that show the picture; rejects with a sentence. Never delays a press. */
export type DrawPicture = (order: PictureOrder) => Promise<HidReport[]>;

export interface PictureOrder {
  usb: { vendor: number; product: number };
  control: string;
  picture: KeyPicture;
}
