import type { DriverHandlers } from '../../../surfaces/driver-ports.ts';
import { CueStage } from './cue-stage.ts';

/** A stage with a MIDI driver that the test speaks for. `sent` is called with the bytes of each message to a device. */
export async function openMidiStage({
  settings,
  sent = () => undefined,
}: { settings?: Record<string, unknown>; sent?: (bytes: number[]) => void } = {}): Promise<{
  stage: CueStage;
  says: DriverHandlers['says'];
}> {
  let says: DriverHandlers['says'] = () => undefined;
  const stage = await CueStage.open(['news'], {
    ...(settings && { settings }),
    drivers: {
      midi: (on) => {
        ({ says } = on);
        return {
          do: (message) => void (message.do === 'send' && sent(message.bytes)),
          stop: () => on.ended('It was asked to.'),
        };
      },
    },
  });
  return { stage, says: (message) => says(message) };
}
