export const tree = {
  onAir: (count: number) => `${count} on air`,
  subCompositions: 'Sub-compositions',
  noApp: 'No app instance yet. Add a connection under Connections.',
  at: (outputs: string) => `at ${outputs}`,
  outputsHint: 'Outputs that show it',
  layer: (name: string) => `Logic layer ${name}: one sub-composition on air at a time`,
};
