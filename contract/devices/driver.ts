import { z } from 'zod';

/**
 * What a driver process and the desk say to each other. A driver carries bytes and times, and knows nothing of shows. It
 * names its ports by ids of its own, each new whenever a port appears and never reused, so that nothing that was meant for
 * an unplugged device reaches another one.
 */
const PortId = z.string().min(1);
const Byte = z.int().min(0).max(255);
const Bytes = z.array(Byte).min(1);

/** How often the desk tells its drivers that it lives (ms), and after how long without a word it is taken for one that hangs. */
export const beatsEvery = 1_000;
export const staleAfter = 3_500;

/** A port of a device, as the system names it: a MIDI port, or a whole device where the system has no ports. */
export const PortInfo = z.object({
  id: PortId,
  /** As the system says it, untrimmed. Two devices of a kind may have the same. */
  name: z.string(),
  /** `in`: the device sends to the desk. `out`: the desk sends to the device. */
  direction: z.enum(['in', 'out', 'both']),
  /** What tells the device apart from others of its kind; absent where it has none, or the system does not say. */
  serial: z.string().optional(),
  /** Where the device is plugged in, the same whenever it is plugged in there; absent where the system does not say. */
  place: z.string().optional(),
  /** The vendor and the product of a USB device; absent where the system does not say. */
  usb: z.object({ vendor: z.int(), product: z.int() }).optional(),
});
export type PortInfo = z.infer<typeof PortInfo>;

/** How the trouble of a driver begins that was installed without its native library. */
export const libraryMissing = 'The MIDI library cannot be loaded';
export const hidLibraryMissing = 'The HID library cannot be loaded';

/** What is written to a panel at once. Its first byte is the number of the report. */
export const HidReport = z.object({
  kind: z.enum(['output', 'feature']),
  bytes: z.instanceof(Uint8Array),
});
export type HidReport = z.infer<typeof HidReport>;

/** Driver to desk. */
export const DriverSays = z.discriminatedUnion('say', [
  /** All ports, at the start and at each change. `trouble` is a sentence that says why there are none; null for no trouble. */
  z.object({ say: z.literal('ports'), ports: z.array(PortInfo), trouble: z.string().nullable() }),
  /** The port is open. Said again when the desk is back that was taken for gone: the device was sent its last, so it shows nothing. */
  z.object({ say: z.literal('opened'), port: PortId }),
  /** The port could not be opened. `reason` is a sentence; `taken` says that another program may have it. */
  z.object({ say: z.literal('refused'), port: PortId, reason: z.string(), taken: z.literal(true).optional() }),
  /** The port was open and is not any more. Never said of a port that the desk closed. `reason` is a sentence. */
  z.object({ say: z.literal('closed'), port: PortId, reason: z.string() }),
  /**
   * Bytes as they arrived: one message, several or a part of one. `at` is when, in milliseconds of the system's monotonic clock
   * (`process.hrtime`), which all processes of a machine share.
   */
  z.object({ say: z.literal('bytes'), port: PortId, bytes: Bytes, at: z.number() }),
  /** The reports of one `write` are with the device. Each `write` has one such answer, in order, unless the port closes. */
  z.object({ say: z.literal('written'), port: PortId }),
]);
export type DriverSays = z.infer<typeof DriverSays>;

/** Desk to driver. */
export const DriverDoes = z.discriminatedUnion('do', [
  /** Opens a port. The answer is `opened` or `refused`. */
  z.object({ do: z.literal('open'), port: PortId }),
  /**
   * Closes a port; one of MIDI is sent its last before. There is no answer, and nothing more is said of the port until it is opened again,
   * which may be at once.
   */
  z.object({ do: z.literal('close'), port: PortId }),
  /** Sends one or several whole messages. Lost if the port is not open. */
  z.object({ do: z.literal('send'), port: PortId, bytes: Bytes }),
  /** Writes some reports to a panel, one after the other, and says `written`. Lost if the port is not open. */
  z.object({ do: z.literal('write'), port: PortId, reports: z.array(HidReport) }),
  /**
   * What an open port is sent once nobody lights it any more, in place of what was given before; empty for nothing. That is when the driver
   * is to end, when the desk has ended without a word, and when it has not beaten for {@link staleAfter}.
   */
  z.object({ do: z.literal('sendLast'), port: PortId, bytes: z.array(Byte) }),
  /** As `sendLast`, for a panel. */
  z.object({ do: z.literal('writeLast'), port: PortId, reports: z.array(HidReport) }),
  /** The desk lives. It says so every {@link beatsEvery} milliseconds. */
  z.object({ do: z.literal('beat') }),
  /** Sends to each port what it is sent last, closes all and ends the driver. A panel is waited for half a second at most. */
  z.object({ do: z.literal('end') }),
]);
export type DriverDoes = z.infer<typeof DriverDoes>;
