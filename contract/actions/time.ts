import { z } from 'zod';
import { type ActionKind, onField } from './action-kind.ts';
import { captions as english } from '../words/en.ts';
import { captions } from '../words/words.ts';

/** In the order of every list: `play` keeps the time, `start` begins at zero. */
export const timerCommands = ['play', 'pause', 'reset', 'start'] as const;
const schema = onField.extend({ do: z.literal('time'), command: z.enum(timerCommands) });

/** Takes effect at once. `start` resets and runs the timer. */
export const time = {
  schema,
  caption: ({ command }, title) => captions.time(captions.timerCommands[command], title),
  lamp: 'target',
  offers: {
    field: (on) => timerCommands.map((command) => ({ do: 'time', ...on, command })),
  },
  osc: { time: { reads: ['field', 'command'] } },
  buttons: {
    time: {
      name: 'Timer',
      inputs: [
        { on: 'field', label: 'Timer' },
        { id: 'command', label: 'Command', choices: english.timerCommands },
      ],
    },
  },
  field: { called: 'timer', types: ['timecontrol'] },
} satisfies ActionKind<typeof schema>;
