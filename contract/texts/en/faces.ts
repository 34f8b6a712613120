export const faces = {
  editing: (hand: string) => `${hand} is editing`,
};
