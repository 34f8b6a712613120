import { z } from 'zod';

/**
 * Messages between a driver process and the desk. Drivers carry bytes and times only. Port ids are never reused, so
 * messages for an unplugged device cannot reach another.
 */
const PortId = z.string().min(1);
const Byte = z.int().min(0).max(255);
const Bytes = z.array(Byte).min(1);

/** Milliseconds between the desk's beats, and without one until the driver considers it hung. */
export const beatsEvery = 1_000;
export const staleAfter = 3_500;

/** A MIDI port, or a whole device if the system has no ports. */
export const PortInfo = z.object({
  id: PortId,
  /** As the system reports it, untrimmed and not unique. */
  name: z.string(),
  direction: z.enum(['in', 'out', 'both']),
  serial: z.string().optional(),
  /** The same whenever a device is plugged in there; absent if unknown. */
  place: z.string().optional(),
  usb: z.object({ vendor: z.int(), product: z.int() }).optional(),
});
export type PortInfo = z.infer<typeof PortInfo>;

/** The start of the trouble text of a driver without its native library. */
export const libraryMissing = 'The MIDI library cannot be loaded';
export const hidLibraryMissing = 'The HID library cannot be loaded';

/** One write to a panel. The first byte is the report number. */
export const HidReport = z.object({ kind: z.enum(['output', 'feature']), bytes: z.instanceof(Uint8Array) });
export type HidReport = z.infer<typeof HidReport>;

export const DriverSays = z.discriminatedUnion('say', [
  /** All ports, at the start and at each change. `trouble`: why there are none. */
  z.object({ say: z.literal('ports'), ports: z.array(PortInfo), trouble: z.string().nullable() }),
  /**
   * Repeated when a desk considered gone returns: the driver has sent the last message, so the device shows nothing.
   */
  z.object({ say: z.literal('opened'), port: PortId }),
  /** `taken`: another program may have the port. */
  z.object({ say: z.literal('refused'), port: PortId, reason: z.string(), taken: z.literal(true).optional() }),
  /** Closed unexpectedly; never sent after `close`. */
  z.object({ say: z.literal('closed'), port: PortId, reason: z.string() }),
  /**
   * Bytes as received: one message, several, or part of one. `at`: milliseconds of the monotonic clock
   * (`process.hrtime`), shared by all processes.
   */
  z.object({ say: z.literal('bytes'), port: PortId, bytes: Bytes, at: z.number() }),
  /** The device has the reports of one `write`. One answer per `write`, in order, unless the port closes. */
  z.object({ say: z.literal('written'), port: PortId }),
]);
export type DriverSays = z.infer<typeof DriverSays>;

export const DriverDoes = z.discriminatedUnion('do', [
  z.object({ do: z.literal('open'), port: PortId }),
  /**
   * Closes a port; MIDI ports first get their last message. No answer; no further messages until the port is opened
   * again, at once if needed.
   */
  z.object({ do: z.literal('close'), port: PortId }),
  /** One or more whole messages; lost if the port is not open. */
  z.object({ do: z.literal('send'), port: PortId, bytes: Bytes }),
  /** Writes reports in order and answers `written`; lost if the port is not open. */
  z.object({ do: z.literal('write'), port: PortId, reports: z.array(HidReport) }),
  /**
   * Replaces the bytes sent to an open port once the desk stops lighting it: at the driver's end, after the desk's end,
   * or {@link staleAfter} without a beat. Empty sends none.
   */
  z.object({ do: z.literal('sendLast'), port: PortId, bytes: z.array(Byte) }),
  z.object({ do: z.literal('writeLast'), port: PortId, reports: z.array(HidReport) }),
  z.object({ do: z.literal('beat') }),
  /** Sends all last messages, closes all ports and ends the driver. Waits at most 0.5 s for a panel. */
  z.object({ do: z.literal('end') }),
]);
export type DriverDoes = z.infer<typeof DriverDoes>;
