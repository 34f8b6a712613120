/** The colors of "Evening News": one dark, one light, one accent, and what lies between. */
export const colors = {
  midnight: '#0b1628',
  dusk: '#1a2c4c',
  paper: '#f5f7fa',
  mist: '#a9b9d3',
  white: '#ffffff',
  crimson: '#cf1f38',
  amber: '#f2b134',
} as const;
