import { Language } from '../contract/texts/language.ts';
import { speak } from '../contract/texts/texts.ts';
import type { Ground } from './ground.ts';

export function speakKept({ settings, outside }: Pick<Ground, 'settings' | 'outside'>): void {
  const language = settings.member('language', Language) ?? 'en';
  speak(language);
  outside.speaks?.(language);
}

export function chooseLanguage(ground: Ground, language: Language): void {
  ground.settings.save('language', language);
  speakKept(ground);
  ground.screens.allChanged();
}
