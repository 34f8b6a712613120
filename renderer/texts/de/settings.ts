import type { Texts } from '../texts.ts';

export const settings: Texts['settings'] = {
  settings: 'Einstellungen',
  find: 'Einstellung suchen',
  nothing: 'Keine Einstellung hat diese Wörter.',
  thisScreen: 'Dieser Bildschirm',
  thisDesk: 'Dieser Desk',
  expectedName: 'Name fehlt',
  language: {
    label: 'Language / Sprache',
    languages: { en: 'English', de: 'Deutsch' },
  },
  theme: {
    label: 'Farbschema',
    themes: { dark: 'Dunkel', light: 'Hell', system: 'Wie das System' },
  },
};
