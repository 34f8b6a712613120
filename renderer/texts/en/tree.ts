export const tree = {
  onAir: (count: number) => `${count} on air`,
  subCompositions: 'Graphics',
  noApp: 'No app instance yet. Add a connection under Connections.',
  at: (outputs: string) => `at ${outputs}`,
  outputsHint: 'Outputs that show it',
  layer: (name: string) => `Logic layer ${name}: one graphic on air at a time`,
};
