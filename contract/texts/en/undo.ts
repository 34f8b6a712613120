export const undo = {
  none: {
    take: 'There is nothing to undo.',
    values: 'There is nothing to undo.',
    panic: 'There is nothing to bring back.',
  },
  changedNothing: (action: string) => `${action} changed nothing, so there is nothing to undo.`,
  goneFromShow: 'It cannot be undone: it is no longer in the show.',
  lostPart: (graphic: string) => `It cannot be undone: ${graphic} no longer has what was changed.`,
  itsState: 'its state',
  changedSince: (graphic: string, part: string) => `It cannot be undone: ${graphic}, ${part}, was changed since.`,
  readAnew: 'It cannot be undone: the show was read anew since, so the desk does not know what changed.',
  more: (count: number) => `and ${count} more`,
  list: (steps: string, undoes: string, who: string) => `${steps} (${undoes} by ${who})`,
  bringBack: 'Bring back',
  undo: (press: string) => `Undo ${press}`,
  redo: (press: string) => `Redo ${press}`,
  step: (graphic: string, state: string) => `${graphic} to ${state}`,
};
