export const settings = {
  settings: 'Settings',
  find: 'Find a setting',
  nothing: 'No setting has these words.',
  thisScreen: 'This screen',
  thisDesk: 'This desk',
  expectedName: 'a name',
  language: {
    /** In all languages: whoever looks for it may read one only. */
    label: 'Language / Sprache',
    languages: { en: 'English', de: 'Deutsch' },
  },
  theme: {
    label: 'Theme',
    themes: { dark: 'Dark', light: 'Light', system: 'As the system' },
  },
};
