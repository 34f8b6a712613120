import type { DeskTexts } from '../language.ts';

export const updates: DeskTexts['updates'] = {
  expired: (version, date) =>
    `Version ${version} ist abgelaufen: Sie war nur bis ${date} zu installieren. Eine neuere besorgen.`,
  older: (version, installed) =>
    `Version ${version} ist älter als die laufende ${installed}. Zum Installieren „Ältere Version“ wählen.`,
  newer: (version, installed) => `Version ${version} ist neuer als ${installed}, also kein Schritt zurück.`,
  otherSystems: (version, machine) =>
    `Version ${version} gibt es hier nur für andere Systeme: Ein Installer für ${machine} fehlt.`,
  noStepBack: (version, installer) =>
    `Nach dem nächsten Update gibt es noch keinen Weg zurück, denn der Installer der laufenden Version ${version} kam von anderswo. Den Ordner mit ${installer} suchen und den Installer behalten.`,
  onAir: (graphics) => `Auf Sendung: ${graphics}. Solange etwas auf Sendung ist, wird nichts installiert.`,
  unknown: (graphics) => `Unbekannt, ob auf Sendung: ${graphics}. Den Dienst zurückholen oder entfernen.`,
  cueWaits: (cues) => `Es wartet noch: Cue ${cues}. Zuerst beenden.`,
  locked: 'Die Show ist gesperrt, also wird nichts installiert. Zuerst entsperren.',
  more: (count) => ` und ${count} weitere`,
  noDialog: 'Dieser Desk hat keinen Dialog für Ordner. Den Pfad eintippen.',
  keepAction: (folder) => `Installer der laufenden Version behalten, aus: ${folder}`,
  installAction: (folder) => `Version installieren, aus: ${folder}`,
  restoreAction: 'Beim nächsten Start eine Kopie der Daten zurückholen',
  impossible: 'Dieser Desk lässt sich nicht aktualisieren.',
  kept: (version) => `Version ${version} läuft schon, und ihr Installer ist gespeichert.`,
  notInstalled: (version, installed) => `Es läuft nicht Version ${version}, sondern ${installed}.`,
  installed: (version) => `Version ${version} läuft schon.`,
  notSaved: 'Nicht alles ließ sich speichern, also wurde nichts installiert. Auf der Festplatte Platz schaffen.',
  handingOver: (installer) => `Übergabe an ${installer}`,
  replaced: (installer) => `${installer} wurde inzwischen ersetzt. Nichts wurde installiert.`,
  underWay: 'Eine Installation läuft schon.',
  keptOf: (version) => `gespeicherter Installer von ${version}`,
  otherInstaller: 'Im Ordner ist inzwischen ein anderer Installer. Erneut suchen.',
  copyGone: 'Diese Kopie der Daten ist weg, also wird nichts zurückgeholt.',
  noRoomForCopy: (mebibytes) =>
    `Einstellungen, Show und Datenbank ließen sich nicht kopieren: Das braucht ${mebibytes} MiB auf der Festplatte. Platz schaffen.`,
  copyForOther: (copy, version) =>
    `Die Kopie der Daten ${copy} wurde nicht zurückgeholt: Sie war für Version ${version} bestimmt.`,
  copyBack: (copy, aside) =>
    `Einstellungen, Show und Datenbank sind wieder die von ${copy}. Was vorher da war, ist in ${aside}.`,
  copyNotBack: (copy, reason, plan) =>
    `Die Kopie der Daten ${copy} ließ sich nicht zurückholen (${reason}). Das beheben und neu starten, oder ${plan} löschen und ohne die Kopie weitermachen.`,
  lastChange: (time) => `Letzte Änderung: ${time}. `,
  notPackaged: (version) => `${version} (nicht paketiert)`,
  licencesLater:
    'Die Lizenzen der anderen Programme werden beim Paketieren des Desks gesammelt. Bis dahin liegt jede im Ordner ihres Pakets.',
  fromSources: 'Dieser Desk läuft aus den Quellen und wird deshalb nicht aus einem Ordner aktualisiert.',
  noKey:
    'Dieser Build lässt sich nicht aus einem Ordner aktualisieren: Er hat keinen öffentlichen Schlüssel, um eine Version zu prüfen.',
  noPackage: 'Dieser Desk wurde nicht als Paket installiert und wird deshalb nicht aus einem Ordner aktualisiert.',
  noFolder: (folder) => `Den Ordner ${folder} gibt es nicht.`,
  noRelease: (folder) => `In ${folder} ist keine Version von Overlay Desk.`,
  noSums: (file) => `${file} fehlt, also lässt sich nichts prüfen.`,
  unsigned: (file) => `Die Version ist NICHT SIGNIERT: ${file} fehlt.`,
  noSignature: (file, bytes, expected) => `${file} ist keine Signatur: ${bytes} Bytes statt ${expected}.`,
  wrongSignature:
    'SHA256SUMS ist nicht das, was der Besitzer des Schlüssels signiert hat. Nichts aus diesem Ordner benutzen.',
  fileMissing: (file) => `${file} fehlt.`,
  noFacts: (file) => `${file} nennt die Version nicht.`,
  cutOff: (file, bytes, size) => `${file} ist abgeschnitten: ${bytes} von ${size} Bytes.`,
  strangeLine: (line) => `Zeile ${line} von SHA256SUMS nennt keine Datei einer Version.`,
  namedTwice: (file) => `SHA256SUMS nennt ${file} zweimal.`,
  notNamed: (file) => `SHA256SUMS nennt ${file} nicht.`,
  fileTooLarge: (file) => `${file} ist zu groß für eine Datei einer Version.`,
  changedFile: (file) => `${file} ist nicht die signierte Datei: geändert oder ersetzt.`,
  noPem: (key) => `${key} ist nicht lesbar: keine PEM-Datei.`,
  privateKey: (key) => `${key} ist ein privater Schlüssel, hierher gehört ein öffentlicher.`,
  otherKey: (key) => `${key} ist kein Schlüssel der Art Ed25519.`,
  copyWrong: (installer) => `Die Kopie von ${installer} ist nicht die signierte Datei. Nichts wurde installiert.`,
  wholePath: (folder) => `Den ganzen Pfad des Ordners angeben, nicht „${folder}“.`,
  noneKept: (version) => `Von Version ${version} ist kein Installer gespeichert.`,
  unreadable: (reason) => `Die Version ließ sich nicht lesen oder kopieren (${reason}).`,
};
