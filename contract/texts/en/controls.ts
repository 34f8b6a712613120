export const controls = {
  whileTesting: 'It was pressed while controls were tested.',
  notDrawn: (reason: string) => `Its keys cannot be drawn: ${reason}`,
  refusesData: 'It does not take what it is sent. Plug it in again.',
  panelDriverEnded: (reason: string) => `The driver of panels has ended and is started again: ${reason}`,
  unknownPanel: 'an unknown panel',
  unknownModel: 'The desk does not know this model, so nothing is sent to it and nothing heard from it.',
  workstation: 'an audio workstation',
  browserPage: 'a page in a browser that uses MIDI',
  midiDriverEnded: (reason: string) => `The MIDI driver has ended and is started again: ${reason}`,
  pageOpened: 'Another page was opened after it was pressed.',
  pageOpenedItself: 'Another page had opened by itself just before it was pressed.',
  none: (name: string) => `There is no controller ${name}.`,
  knownNow: (device: string) => `${device} is known by now.`,
  brightnessFixed: (device: string) => `The brightness of ${device} cannot be changed.`,
  itsSoftware: 'the software of its maker',
  closeRivals: (programs: readonly string[], last: string) =>
    `Close what may have it, such as ${programs.join(', ')} or ${last}; it is tried again every two seconds.`,
};
