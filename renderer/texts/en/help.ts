export const help = {
  help: 'Help',
  helpKey: 'Help (F1)',
  noManual: 'The manual could not be read. Start the desk again, or open',
  manualFile: 'manual.html',
  onTheStick: 'on the stick.',
};
