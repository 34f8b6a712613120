import type { DeskTexts } from '../language.ts';

export const mapping: DeskTexts['mapping'] = {
  takeOut: (controls, file) => `${controls} aus ${file} übernehmen`,
  moved: (file, controls, show) =>
    `In ${file} war belegt: ${controls}. Diese Belegung ist jetzt in der Show (${show}) und ersetzt die dortige.`,
  map: (controls) => `${controls} belegen`,
  unmap: (controls) => `Belegung löschen: ${controls}`,
  keys: { one: (name) => `Taste ${name}`, several: (count) => `${count} Tasten` },
  controls: { one: (name) => `Bedienelement ${name}`, several: (count) => `${count} Bedienelemente` },
  onPage: (page) => ` auf Seite ${page}`,
  control: (control, message) => `Bedienelement ${control}: ${message}`,
  noMidi: 'Dieser Desk hat keinen Treiber für MIDI-Controller.',
};
