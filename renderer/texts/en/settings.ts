export const settings = {
  settings: 'Settings',
  find: 'Find a setting',
  nothing: 'No setting has these words.',
  thisScreen: 'This screen',
  thisDesk: 'This desk',
  expectedName: 'a name',
  theme: {
    label: 'Theme',
    themes: { dark: 'Dark', light: 'Light', system: 'As the system' },
  },
};
