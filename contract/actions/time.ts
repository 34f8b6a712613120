import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { type ActionKind, onField, ofTitle } from './action-kind.ts';

/** In the order of every list: `play` keeps the time, `start` begins at zero. */
export const timerCommands = ['play', 'pause', 'reset', 'start'] as const;
const schema = onField.extend({ do: z.literal('time'), command: z.enum(timerCommands) });

/** Takes effect at once. `start` resets and runs the timer. */
export const time = {
  schema,
  caption: ({ command }, title) => `${ofTitle('Timer', title)}: ${texts.actions.timerCommands[command]}`,
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
        { id: 'command', label: 'Command', choices: texts.actions.timerCommands },
      ],
    },
  },
  field: { called: 'timer', types: ['timecontrol'] },
} satisfies ActionKind<typeof schema>;
