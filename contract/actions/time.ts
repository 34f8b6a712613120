import { z } from 'zod';
import { type ActionKind, onField, ofTitle } from './action-kind.ts';

const schema = onField.extend({ do: z.literal('time'), command: z.enum(['play', 'pause', 'reset', 'start']) });

/** Takes effect at once. `start` resets and runs the timer. */
export const time = {
  schema,
  caption: ({ command }, title) => `${ofTitle('Timer', title)}: ${command}`,
  lamp: 'target',
  offers: {
    field: (on) => (['start', 'play', 'pause', 'reset'] as const).map((command) => ({ do: 'time', ...on, command })),
  },
  osc: { time: { reads: ['field', 'command'] } },
  buttons: {
    time: {
      name: 'Timer',
      inputs: [
        { on: 'field', label: 'Timer' },
        {
          id: 'command',
          label: 'Command',
          choices: { start: 'Start: reset and run', play: 'Run', pause: 'Pause', reset: 'Reset' },
        },
      ],
    },
  },
  field: { called: 'timer', types: ['timecontrol'] },
} satisfies ActionKind<typeof schema>;
