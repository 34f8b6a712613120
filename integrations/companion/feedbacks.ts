import type { CompanionOptionValues, SomeCompanionFeedbackInputField } from '@companion-module/base';
import { CueState } from '../../contract/desk-api/cue.ts';
import { Tally } from '../../contract/model/tally.ts';
import { type Choices, list, ofCue, ofNamedRundown, ofRundown, ofSub, word } from './inputs.ts';
import { cueViewOf, isOnAir, isTrusted, type KnownDesk, nextCueOf, rundownOf, tallyOf } from './known.ts';

/** As Companion takes it: three bytes as one number. */
function rgb(hex: string): number {
  return Number.parseInt(hex.slice(1), 16);
}

/** The colors of `renderer/theme.css`, by their names there. */
export const deskColors = {
  pane: '#15181c',
  dim: '#aab2bd',
  faint: '#8b95a2',
  text: '#eceef1',
  cued: '#2fbf71',
  requested: '#ffb020',
  'on-air': '#d8121f',
  failed: '#ff5ca8',
  unknown: '#6aa3ff',
  'unknown-ground': '#17305c',
} as const;

interface ButtonColors {
  bgcolor: number;
  color: number;
}

const lamp = (ground: string, letters: string): ButtonColors => ({ bgcolor: rgb(ground), color: rgb(letters) });

export const plainLamp = lamp(deskColors.pane, deskColors.text);

/** On air, whatever else is requested. */
export const onAirLamp = lamp(deskColors['on-air'], '#ffffff');

/** Each tally in the colors of its mark on the screens. Where a mark has only a border, its color fills the button. */
export const tallyLamps: Readonly<Record<Tally, ButtonColors>> = {
  OUT: lamp(deskColors.pane, deskColors.dim),
  CUED: lamp(deskColors.cued, '#04140b'),
  REQUESTED: lamp(deskColors.requested, '#241700'),
  'ON AIR': onAirLamp,
  HIDDEN: plainLamp,
  FAILED: lamp(deskColors.failed, '#26000f'),
  UNKNOWN: lamp(deskColors['unknown-ground'], '#dce9ff'),
};

export const cueLamps: Readonly<Record<CueState, ButtonColors>> = {
  IDLE: lamp(deskColors.pane, deskColors.dim),
  NEXT: tallyLamps.CUED,
  ARMED: lamp('#ffffff', '#000000'),
  WAITING: lamp(deskColors.pane, deskColors.requested),
  REQUESTED: tallyLamps.REQUESTED,
  'ON AIR': onAirLamp,
  HIDDEN: tallyLamps.HIDDEN,
  FAILED: tallyLamps.FAILED,
  UNKNOWN: tallyLamps.UNKNOWN,
  DONE: lamp(deskColors.pane, deskColors.faint),
};

export interface FeedbackKind {
  name: string;
  description?: string;
  inputs: (choices: Choices) => SomeCompanionFeedbackInputField[];
  style: ButtonColors;
  isLit: (options: CompanionOptionValues, known: KnownDesk, armed: ReadonlySet<string>) => boolean;
}

/** The id of the feedback of a tally: `tally_on_air`. */
export function tallyFeedback(tally: Tally): string {
  return `tally_${tally.toLowerCase().replaceAll(' ', '_')}`;
}

const tallies = Object.fromEntries(
  Tally.options.map((tally): [string, FeedbackKind] => [
    tallyFeedback(tally),
    {
      name: `Tally ${tally}`,
      inputs: ofSub,
      style: tallyLamps[tally],
      isLit: (options, known) => tallyOf(known, word(options, 'sub')) === tally,
    },
  ]),
);

const others: Record<string, FeedbackKind> = {
  on_air: {
    name: 'On air',
    inputs: ofSub,
    style: onAirLamp,
    description: 'As the service confirmed it, also while something else is requested or has failed',
    isLit: (options, known) => isOnAir(known, word(options, 'sub')),
  },
  next_cue: {
    name: 'Next cue',
    description: 'The next go fires this cue',
    inputs: ofCue,
    style: cueLamps.NEXT,
    isLit: (options, known) => {
      const cue = word(options, 'cue');
      return known.state?.rundowns.some(({ id }) => nextCueOf(known, id) === cue) ?? false;
    },
  },
  cue_state: {
    name: 'Cue state',
    inputs: (choices) => [
      ...ofCue(choices),
      list(
        'state',
        'State',
        CueState.options.map((state) => ({ id: state, label: state })),
      ),
    ],
    style: plainLamp,
    isLit: (options, known) => cueViewOf(known, word(options, 'cue')).state === options['state'],
  },
  cue_on_air: {
    name: 'Cue on air',
    inputs: ofCue,
    style: onAirLamp,
    description: 'Something that this cue took In is on air, also while something else of it waits or has failed',
    isLit: (options, known) => cueViewOf(known, word(options, 'cue')).onAir === 'yes',
  },
  on_hold: {
    name: 'Rundown on hold',
    inputs: ofRundown,
    style: cueLamps.WAITING,
    isLit: (options, known) =>
      known.link.is === 'open' && known.state?.positions[rundownOf(known, word(options, 'rundown'))]?.hold === true,
  },
  active: {
    name: 'Rundown active',
    inputs: ofNamedRundown,
    style: cueLamps.NEXT,
    description: 'Keys, pads and OSC that name no rundown fire this one',
    isLit: (options, known) => known.link.is === 'open' && known.state?.activeRundown === word(options, 'rundown'),
  },
  connected: {
    name: 'Connected',
    description: 'The desk and every service of it answer',
    inputs: () => [],
    style: tallyLamps.CUED,
    isLit: (_, known) => isConnected(known),
  },
  armed: {
    name: 'Pressed once',
    description: 'A second press of the guarded action fires it',
    style: cueLamps.ARMED,
    inputs: () => [
      list('action', 'Action', [
        { id: 'panic', label: 'Panic' },
        { id: 'fail_over', label: 'Fail over' },
        { id: 'fail_back', label: 'Fail back' },
      ]),
    ],
    isLit: (options, _, armed) => armed.has(word(options, 'action')),
  },
};

export const feedbackKinds: Readonly<Record<string, FeedbackKind>> = { ...tallies, ...others };

/** The desk answers, and all its app instances can be trusted. */
export function isConnected(known: KnownDesk): boolean {
  return known.link.is === 'open' && (known.state?.apps.every(({ key }) => isTrusted(known, key)) ?? false);
}
