import { z } from 'zod';
import { KeyAction, KeyGuard } from './key-binding.ts';

/**
 * A control of a MIDI controller: what it sends, its channel (1 to 16) and its number (0 to 127). `note 1/36` is a pad or a
 * button, `cc 10/7` a control change that is used as a button.
 */
export const ControlName = z.string().regex(/^(note|cc) (1[0-6]|[1-9])\/(12[0-7]|1[01]\d|[1-9]?\d)$/, {
  error: 'expected a control such as note 1/36 or cc 10/7',
});

/** What a control does. */
export const ControllerBinding = z.object({
  /** The name of the device, as {@link ControllersView} has it. */
  device: z.string().min(1).max(200),
  control: ControlName,
  action: KeyAction,
  guard: KeyGuard.optional(),
});
export type ControllerBinding = z.infer<typeof ControllerBinding>;

/** The MIDI controllers of the desk. */
export const ControllersView = z.object({
  /** Why there are none, in a sentence; null if nothing is wrong. */
  trouble: z.string().nullable(),
  devices: z.array(
    z.object({
      /** Its name without what changes with each plug; the second of two alike ends with `(2)`. */
      name: z.string(),
      /** Why it cannot be used, in a sentence; empty if it can. */
      trouble: z.string(),
      /** The control that was pressed last, mapped or not; null for none yet. */
      last: ControlName.nullable(),
    }),
  ),
});
export type ControllersView = z.infer<typeof ControllersView>;
