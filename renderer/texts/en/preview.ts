export const preview = {
  preview: 'Preview',
  heading: 'PREVIEW',
  showAlone: (app: string) => `Show ${app} alone`,
  apps: 'App instances that the press changes',
  all: (count: number) => `All ${count}`,
  afterPress: 'Milliseconds after the press',
  atRest: 'at rest',
  milliseconds: (at: string) => `${at} ms`,
  nothingConfirmed: (app: string | undefined) =>
    `Nothing is confirmed${app === undefined ? '' : ` of ${app}`}, so the result is unknown.`,
  elsewhere: (app: string, does: string) =>
    `No picture: the service of ${app} is on another machine.${does ? ` The press changes there: ${does}.` : ''}`,
  noPicture: 'NO PICTURE',
  unknown: 'UNKNOWN',
  previewOf: (app: string) => `Preview of the next press: ${app}`,
  nextPress: 'Preview of the next press',
  newValues: 'with new values',
  notNext: (cue: string) => `Chosen, not next: ${cue}`,
  go: (cue: string, rundown: string | undefined) => (rundown === undefined ? `Go: ${cue}` : `Go in ${rundown}: ${cue}`),
};
