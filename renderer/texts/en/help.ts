export const help = {
  help: 'Help',
  helpKey: 'Help (F1)',
  find: 'Find in help',
  findHint: 'Words of the manual',
  nothing: 'The manual has no passage with these words.',
  noManual: 'The manual could not be read. Start the desk again, or open',
  manualFile: 'manual.html',
  onTheStick: 'on the stick.',
};
