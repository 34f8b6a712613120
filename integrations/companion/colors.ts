import type { CueState } from '../../contract/desk-api/cue.ts';
import type { Tally } from '../../contract/model/tally.ts';

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

export interface ButtonColors {
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
  FAILED: tallyLamps.FAILED,
  UNKNOWN: tallyLamps.UNKNOWN,
  DONE: lamp(deskColors.pane, deskColors.faint),
};
