import { Language } from '../../contract/texts/language.ts';
import { speak } from '../../contract/texts/texts.ts';
import type { DeskPorts } from '../ports.ts';
import type { Screens } from './screens.ts';
import type { Settings } from './settings.ts';

interface Speaking {
  settings: Settings;
  outside: Pick<DeskPorts, 'speaks'>;
}

export function speakKept({ settings, outside }: Speaking): void {
  const language = settings.member('language', Language) ?? 'en';
  speak(language);
  outside.speaks?.(language);
}

export function chooseLanguage(desk: Speaking & { screens: Screens }, language: Language): void {
  desk.settings.save('language', language);
  speakKept(desk);
  desk.screens.allChanged();
}
