import type { DeskTexts } from '../language.ts';

export const reading: DeskTexts['reading'] = {
  neverWhole: 'wird ohne Pause geschrieben und war nie vollständig',
  notAbsolute: 'ist nicht mit ganzem Pfad angegeben',
  tooLarge: (bytes) => `ist größer als ${bytes} Bytes`,
  noFile: 'ist keine Datei',
  file: (path, problem) => `Die Datei ${path} ${problem}.`,
  missing: 'ist nicht vorhanden',
  forbidden: 'darf nicht gelesen werden',
  unreadable: (reason) => `ist nicht lesbar (${reason})`,
  incomplete: (address, seconds) => `${address} hat innerhalb von ${seconds} s nicht vollständig geantwortet.`,
  manyRedirects: (address, most) => `${address} leitet mehr als ${most}-mal weiter.`,
  answered: (address, status) => `${address} hat mit ${status} geantwortet.`,
  answerTooLarge: (address, bytes) => `${address} hat mit mehr als ${bytes} Bytes geantwortet.`,
  redirectsNowhere: (address) => `${address} leitet auf etwas weiter, das keine Webadresse ist.`,
  redirectsOpenly: (address, target) => `${address} leitet unverschlüsselt weiter auf ${target}.`,
  packed: (address, packing) => `${address} hat mit unbekannt gepackten Daten geantwortet (${packing}).`,
  addressUnreadable: (address, reason) => `${address} ist nicht lesbar (${reason}).`,
  noAddress: 'keine Adresse',
  private: (host) =>
    `${host} ist dieser Rechner oder in einem privaten Netz. Falls gewollt, diesen Host bei der Quelle erlauben.`,
  tooLong: 'Das Lesen dauert zu lange.',
  tooMuchMemory: 'Das Lesen braucht zu viel Speicher.',
  endedEarly: 'Das Lesen endete zu früh.',
  closedWith: (code) => `geschlossen mit ${code}`,
};
