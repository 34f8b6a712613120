export const app = {
  noGraphic: (called: string) => `There is no graphic "${called}" in this show.`,
  graphicGone: 'The graphic is not in this show.',
  noField: (graphic: string, field: string) => `${graphic} has no field "${field}".`,
  otherShow: (graphic: string) => `${graphic} is no longer loaded: the show is another one.`,
  partSent: 'Only a part was sent: an app instance is not connected.',
  gone: (graphic: string) => `${graphic} has left the show.`,
  renamed: (before: string, now: string) => `${before} is called ${now} now.`,
  notLoaded: (graphic: string) => `${graphic} is no longer loaded.`,
  moreChanges: (count: number) => `There are ${count} more such changes.`,
  editDropped: ', so its edit is dropped',
  fieldGone: (graphic: string, field: string, dropped: string) =>
    `${graphic} no longer has the field ${field}${dropped}.`,
  fieldRenamed: (graphic: string, before: string, now: string) =>
    `${graphic}: the field ${before} is called ${now} now.`,
  fieldRetyped: (graphic: string, field: string, dropped: string) =>
    `${graphic}: the field ${field} is of another type now${dropped}.`,
  loadedAnew: (app: string) => `${app} was loaded anew`,
  movedToOtherService: (app: string) => `${app} was moved to another service`,
  lost: (app: string) => `${app} was lost`,
  notOnDisk:
    'NOT ON THE DISK. Its service could not store what went out, and a restart of the service would bring it back.',
  onDiskAgain: 'What went out is on the disk again.',
  goneScreen: (screen: string) => `${screen} (gone)`,
  beforeRestart: (screen: string) => `${screen} before the restart`,
  editCount: (count: number) => (count === 1 ? '1 edit' : `${count} edits`),
  cuedCount: (count: number) => (count === 1 ? '1 cue' : `${count} cues`),
  and: ' and ',
  preparedBefore: (graphics: string) => `The restart kept what was prepared and not sent: ${graphics}.`,
  preparedDropped: (graphics: string) =>
    `The restart dropped what was prepared, because the show has no place for it now: ${graphics}.`,
  wentAfterAll: (graphic: string, state: 'in' | 'out') =>
    `${graphic} went ${state} after all: the answer to its press never came.`,
};
