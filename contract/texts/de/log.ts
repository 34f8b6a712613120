import type { DeskTexts } from '../language.ts';

export const log: DeskTexts['log'] = {
  unreadable: (reason, id) => `Das Sendeprotokoll ist nicht lesbar: ${reason}. ${id}`,
  unwritable: 'Nicht schreibbarer Eintrag.',
  unexpected: 'Unerwarteter Fehler.',
  wentWrong: (id) => `Fehler im Desk. Sein Protokoll nennt den Grund, unter der Kennung ${id}.`,
  userInAddress: 'ein Benutzer mit Passwort in einer Adresse',
  tokenInAddress: 'ein Token in einer Adresse',
  tokenInQuery: 'ein Token in einer Abfrage',
  authorization: 'ein Authorization-Header',
  signedToken: 'ein signierter Token',
  privateKey: 'ein privater Schlüssel',
  answered: (status) => `Antwort ${status}.`,
  silent: 'Keine Antwort.',
  ownSecret: 'ein Geheimnis dieses Desks',
  noBundle: (part, secret) => `Das Supportpaket wurde nicht erstellt: Im Teil ${part} steht ${secret}.`,
  tooManyWait: 'Zu viele Zeilen des Sendeprotokolls warten auf die Festplatte.',
  asRun: (problem) => `Sendeprotokoll: ${problem}`,
  damaged: (file) => `Das Sendeprotokoll war beschädigt. Es bleibt als ${file} erhalten, ein neues beginnt.`,
  lostBefore: (lines) => `${lines} vor dieser verloren, weil die Festplatte nicht beschreibbar war.`,
  keep: 'Sendeprotokoll schreiben',
  notWritten: (reason, waiting) => `Das Sendeprotokoll wird nicht geschrieben: ${reason}. ${waiting}`,
  lost: (lines) => `${lines} dem Sendeprotokoll verloren, weil die Festplatte nicht beschreibbar war.`,
  diskFull: (mebibytes) => `Auf der Festplatte des Sendeprotokolls sind noch ${mebibytes} MiB frei.`,
  closed: 'Das Sendeprotokoll ist geschlossen.',
  deskEnded: 'Der Desk endete, bevor der Dienst antwortete.',
  leftOpen: (count) =>
    `Der Desk endete, bevor der Dienst ${count === 1 ? 'eine Anfrage' : `${count} Anfragen`} beantwortet hat. Im Protokoll steht dafür „unbekannt“: Output prüfen.`,
  cutOut: (lines) => `${lines} herausgeschnitten.`,
  changed: (line) => `Zeile ${line} wurde nach dem Schreiben geändert.`,
  oneLineIs: (line) => `Zeile ${line} ist`,
  linesAre: (from, to) => `Zeilen ${from} bis ${to} sind`,
  begins: (line, before) => `Das Protokoll beginnt mit Zeile ${line}: ${before} nicht vorhanden.`,
  databaseGone: 'die Datenbank ist weg',
  notWritable: (reason) => `Das Protokoll des Desks ist nicht schreibbar: ${reason}`,
  recordsLost: (count) =>
    count === 1
      ? '1 Eintrag vor diesem ist verloren, weil das Protokoll nicht schreibbar war.'
      : `${count} Einträge vor diesem sind verloren, weil das Protokoll nicht schreibbar war.`,
  waiting: (most) => `Zeilen warten im Speicher, höchstens ${most.toLocaleString('de')}.`,
  linesWere: (count) => (count === 1 ? '1 Zeile ging' : `${count.toLocaleString('de')} Zeilen gingen`),
};
