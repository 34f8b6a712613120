import type { DeskTexts } from '../language.ts';

export const threads: DeskTexts['threads'] = {
  asRun: 'Der Thread des Sendeprotokolls',
  liveData: 'Der Thread der Live-Daten',
  strangeDriver: 'Der Treiber hat etwas gemeldet, das kein Treiber meldet.',
  messagesLost: 'Das System hat Nachrichten eines Controllers verloren. Ein Druck kann dabei sein.',
  drawing: 'Der Thread der Bilder',
  endedWith: (thread, reason) => `${thread} ist beendet: ${reason}`,
  ended: (thread) => `${thread} ist beendet.`,
  machineSlept: 'Der Rechner war im Ruhezustand.',
};
