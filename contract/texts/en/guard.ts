export const guard = {
  twice: (action: string, time: string) => `${action} ${time}, so the second press was refused.`,
  undone: (press: string, time: string) =>
    `${press} was pressed ${time}, so the undo of what was before it was refused.`,
  taken: (graphic: string, state: string, time: string) =>
    `${graphic} was taken ${state} ${time}, so the second press was refused.`,
  changed: (graphic: string, now: string, before: string) =>
    `${graphic} is ${now} now and no longer ${before}, so the press was refused.`,
  elsewhere: (graphic: string, time: string) => `${graphic} was changed elsewhere ${time}, so the press was refused.`,
  byItself: (graphic: string, time: string) => `${graphic} went out by itself ${time}, so the press was refused.`,
  ago: (milliseconds: number) => `${milliseconds} ms ago`,
  later: (milliseconds: number) => `${milliseconds} ms later`,
};
