import type { ModelItem } from '../model/control.ts';
import type { Action } from './action.ts';

/** The shortest caption of a key's action, for a place that shows the target beside it. */
export function actionCaption(action: Action, node: ModelItem | undefined): string {
  const title = 'field' in action ? node?.model.find(({ id }) => id === action.field)?.title : undefined;
  switch (action.do) {
    case 'take':
      return `${action.action === 'jump' ? 'Jump ' : ''}${action.to.replace(/(\d)$/, ' $1')}`;
    case 'toggle':
      return action.action === 'jump' ? 'Jump In or Out' : 'In or Out';
    case 'cue':
      return action.cued ? 'Cue' : 'Uncue';
    case 'fire':
      return title ?? captionOf.fire;
    case 'set':
    case 'step':
    case 'cycle':
    case 'switch':
    case 'time':
      return title === undefined ? captionOf[action.do] : `${captionOf[action.do]} ${title}`;
    case 'recallLook':
      return `Look ${action.look}`;
    case 'undo':
      return action.what === 'take' ? 'Undo take' : 'Undo values';
    case 'go':
      return action.ahead === undefined ? 'Go' : `Go, ${action.ahead} further on`;
    case 'skip':
      return action.by < 0 ? 'Back' : 'Skip';
    case 'jumpTo':
      return `Cue ${action.number} next`;
    case 'nextRow':
      return action.by < 0 ? 'Previous row' : 'Next row';
    case 'chooseRow':
      return `Row ${'key' in action.row ? action.row.key : action.row.index + 1}`;
    case 'openPage':
      return `Page ${action.page}`;
    case 'turnPage':
      return action.by < 0 ? 'Previous page' : 'Next page';
    case 'fine':
      if (action.on === undefined) return 'Fine on or off';
      return action.on ? 'Fine' : 'Fine off';
    case 'dataMode':
      return `Data ${action.mode}`;
    case 'markCue':
      return action.marked ? 'Mark cue' : 'Unmark cue';
    default:
      return captionOf[action.do];
  }
}

const captionOf = {
  takeCued: 'Take Cued',
  update: 'Update',
  discard: 'Discard',
  sendAgain: 'Send again',
  set: 'Set',
  step: 'Step',
  cycle: 'Next',
  switch: 'Switch',
  fire: 'Fire',
  time: 'Timer',
  panic: 'Panic',
  failOver: 'Fail over',
  failBack: 'Fail back',
  rewind: 'Rewind',
  hold: 'Hold',
  fireMarked: 'Fire marked',
  makeActive: 'Make active',
  setNext: 'Cue next',
  fireCue: 'Fire cue',
  updateCue: 'Update cue',
  endCue: 'End cue',
  updateFired: 'Update cue fired last',
  endFired: 'End cue fired last',
} as const;
