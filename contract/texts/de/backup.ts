import type { DeskTexts } from '../language.ts';

interface SideWords {
  name: string;
  subject: string;
  inSide: string;
  toSide: string;
}

const mainSide: SideWords = {
  name: 'Hauptdienst',
  subject: 'Der Hauptdienst',
  inSide: 'im Hauptdienst',
  toSide: 'zum Hauptdienst',
};
const reserveSide: SideWords = {
  name: 'Reserve',
  subject: 'Die Reserve',
  inSide: 'in der Reserve',
  toSide: 'zur Reserve',
};
const sideOf = (side: string): SideWords => (side === 'main' ? mainSide : reserveSide);

// Trap: names of services and of sides have no article, so they stand before a colon or in brackets.
export const backup: DeskTexts['backup'] = {
  alike: (name) => `${name} (Reserve)`,
  compositionOf: (app) => `Reserve von ${app}`,
  bothConnected: 'Hauptdienst und Reserve müssen beide verbunden sein.',
  copying: 'Die Komposition wird kopiert.',
  theBackup: 'Reserve',
  notCompared:
    'Ob beide dasselbe zeichnen, ist unbekannt: Der Desk vergleicht Kompositionen nur mit den Konten von beiden.',
  notCopied: (reason) => `Die Komposition wurde nicht kopiert. ${reason}`,
  onAir: 'Die Reserve ist auf Sendung: zuerst zurückschalten.',
  theMain: 'Hauptdienst',
  noOwnService: 'Der Dienst dieses Desks läuft nicht, oder sein Konto ist unbekannt.',
  ownService: 'Dienst dieses Desks',
  copyByHand: (names) => `Nicht kopiert, dort von Hand hochladen: ${names}.`,
  packagesNotCopied: (names) => `Nicht kopiert, die Reserve zeichnet diese Grafiken nicht: ${names}.`,
  packageOf: (graphic) => `OGraf-Paket der Grafik ${graphic}`,
  packageNotGiven: 'Der Dienst gibt das Paket nicht heraus. Auf dem anderen Rechner installieren.',
  lacksPackage: (graphic) => `Der Reserve fehlt das Paket der Grafik ${graphic}.`,
  lacksFiles: (backup, why) => `${backup}: Dateien der Show fehlen. ${why}`,
  cannotPackLost: (app) => `${app} ist nicht verbunden und lässt sich nicht einpacken.`,
  cannotPack: (app, reason) => `${app} lässt sich nicht einpacken. ${reason}`,
  otherDeskOperates: (desk, backup) => `${desk} bedient das Paar noch: Der Dienst von ${backup} hat nicht geantwortet.`,
  automatic: 'automatisches Umschalten',
  otherDesk: (desk = 'ein anderer Desk') => `wie ${desk}`,
  notByItself: (main, reason) => `${main} hat nicht von selbst umgeschaltet: ${reason}`,
  failingOver: (backup) => `Umschalten auf ${backup}.`,
  partlyCopied: (names) => `Nicht kopiert, vom anderen Dienst abgelehnt: ${names}.`,
  goesOff: (side, names) =>
    `Auf Sendung, fehlt aber ${sideOf(side).inSide}: ${names}. Ausblenden oder zuerst die Komposition kopieren.`,
  wentOff: (side, names) => `Nicht mehr auf Sendung, weil es ${sideOf(side).inSide} fehlt: ${names}.`,
  noConnection: (side) =>
    `Keine Verbindung führt ${sideOf(side).toSide}. Unter „Verbindung“ nachsehen oder „Reserve entfernen“ drücken.`,
  panicOn: (side) => `Panik (${sideOf(side).name})`,
  sideSays: (side, name, text) => `${sideOf(side).name}, ${name}: ${text}`,
  pagesUnknown: 'Der Dienst meldet nicht, welche Seiten die Reserve zeichnen.',
  sharesFailure: (shared) => `Reserve und Hauptdienst teilen sich ${shared}, beide können also zugleich ausfallen.`,
  oneService: 'einen Dienst',
  oneMachine: 'einen Rechner',
  refused: (graphic, reason) => `${graphic} wird abgelehnt: ${reason}`,
  more: (count) => `Und ${count} weitere.`,
  pictureOf: (backup, problem) => `Bild von ${backup}: ${problem}`,
  runsOnBackup: (main, backup) => `${main} läuft auf der Reserve ${backup}.`,
  notMirrored: (main, backup) => `${main} wird nicht auf die Reserve ${backup} gespiegelt: siehe „Reserve“.`,
  appAndBackupConnected: 'App und Reserve müssen beide verbunden sein.',
  hasItsOwn: (backup) => `${backup} hat selbst eine Reserve.`,
  sameInstance: (main, backup) => `${main} und ${backup} sind dieselbe App-Instanz.`,
  runsOnItsBackup: (main) => `${main} läuft auf der Reserve: zuerst zurückschalten.`,
  hasAlready: (app) => `${app} hat schon eine Reserve.`,
  none: 'Diese App hat keine Reserve.',
  noComposition: (service) => `${service}: Keine Komposition ist geladen.`,
  noOutputFor: (composition) => `Die Reserve hat keinen Output für die Komposition ${composition}.`,
  compositionNotCopied: (composition) =>
    `Die Komposition ${composition} ist im Hauptdienst geladen und wurde nicht kopiert.`,
  compositionChanged: (composition) => `Die Komposition ${composition} wurde seit dem Kopieren geändert.`,
  compositionDiffers: (composition) => `Die Komposition ${composition} ist in der Reserve eine andere.`,
  otherComposition: 'In der Reserve ist eine andere Komposition geladen als die Kopie.',
  output: (number) => `Output ${number}`,
  cannotWrite: (service) => `${service}: Die Komposition lässt sich nicht speichern. Dort von Hand installieren.`,
  accountLacksInstance: (service) => `${service}: Das Konto hat diese App-Instanz nicht.`,
  accountLacksFolder: (service) => `${service}: Das Konto hat keinen Ordner.`,
  onlyToken: (service) =>
    `${service}: Der Desk hat nur einen Token. Kompositionen lesen und schreiben geht nur mit einem Konto.`,
  missingPath: (path, service) => `${service}: ${path} gibt es dort nicht.`,
  otherContent: (side) =>
    `${side}: Eine andere Komposition ist geladen. Gespiegelt wird erst, wenn der Inhalt kopiert ist.`,
  lacksGraphic: (side, graphic) => `${side}: Die Grafik ${graphic} fehlt.`,
  extraGraphic: (side, graphic, other) => `Nur ${side}, nicht ${other}: Grafik ${graphic}.`,
  otherGraphicName: (graphic, name, side) => `${side}: Die Grafik ${graphic} heißt dort ${name}.`,
  otherLayer: (graphic, side) => `${side}: Die Grafik ${graphic} ist dort auf einer anderen Logikebene.`,
  otherOuts: (graphic, side) => `${side}: Die Grafik ${graphic} blendet dort anders aus.`,
  lacksField: (graphic, field, side) => `${side}: Der Grafik ${graphic} fehlt das Feld ${field}.`,
  otherFieldType: (field, type, side) => `${side}: ${field} hat dort den Typ ${type}.`,
  failOver: 'Auf Reserve umschalten',
  failBack: 'Zurückschalten',
  alreadyChanging: (name) => `${name} schaltet gerade um.`,
  alreadyActive: (side, name) => `${sideOf(side).subject} von ${name} ist schon aktiv.`,
  unreachable: (side, name, reason) => `${sideOf(side).subject} von ${name} ist nicht erreichbar. ${reason}`,
  notConnected: 'Die Verbindung ist nicht offen.',
  side: (side) => sideOf(side).name,
  desksHidden: 'Dieser Dienst zeigt Desks einander nicht.',
  takeOver: 'Übernehmen',
  tookOver: (who, other) => `${who} hat ${other} übernommen.`,
  takenOver: 'Von anderem Desk übernommen',
  removeAction: 'Reserve entfernen',
  setAction: 'Reserve festlegen',
  makeAction: 'Reserve anlegen',
  mirrorAction: 'Spiegeln starten',
  copyAction: 'Komposition kopieren',
  stateIn: (state, side) => `${side} ${state}`,
  otherState: (graphic, here, there) => `${graphic}: ${here}, ${there}.`,
  otherValues: (graphic, fields, side) =>
    `${side}: Die Grafik ${graphic} hat ${fields.length > 1 ? 'andere Werte' : 'einen anderen Wert'} (${fields.join(', ')}).`,
};
