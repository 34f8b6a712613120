import type { DeskTexts } from '../language.ts';

export const drivers: DeskTexts['drivers'] = {
  deviceGone: (device) => `${device} ist nicht mehr da.`,
  gone: 'Das Gerät ist nicht mehr da.',
  silent: (reason) => `Das Gerät antwortet nicht mehr (${reason}).`,
  takesNothing: (reason) => `Das Gerät nimmt nicht an, was geschrieben wird (${reason}).`,
  notAllowed: (device, reason) =>
    `Dieser Benutzer darf ${device} nicht öffnen (${reason}). Unter Linux erlaubt es eine udev-Regel: siehe panels.md im Handbuch.`,
  keptOut: (device, reason) =>
    `Das System lässt dieses Programm nicht an ${device} (${reason}). Die Unit von systemd oder der Container muss das Gerät erlauben.`,
  panelTaken: (device, programs, reason) =>
    `${device} lässt sich nicht öffnen. Vielleicht hat es ein anderes Programm offen, etwa ${programs} (${reason}).`,
  portTaken: (device, reason) =>
    `${device} lässt sich nicht öffnen. Vielleicht hat es ein anderes Programm offen (${reason}).`,
  portsChange: 'Die MIDI-Ports dieses Rechners wechseln zu schnell, um einen zu öffnen.',
  portTakesNothing: (reason) => `Der Port nimmt nicht an, was gesendet wird (${reason}).`,
  nameTwice: (device) =>
    `Ein weiteres Gerät mit dem Namen ${device} kam oder ging. Der Desk weiß nicht, welches von ihnen dieses ist.`,
  noMidi: 'Auf diesem Rechner gibt es kein MIDI-System',
  midiNotAllowed: 'Dieser Benutzer darf keine MIDI-Ports öffnen. Unter Linux erlaubt es die Gruppe audio',
  midiKeptOut:
    'Das System lässt dieses Programm nicht an MIDI. Die Unit von systemd oder der Container muss die Geräte von ALSA erlauben',
};
