/** Loaded before a utility process's program: under Electron it ends with the app, however the app ends. */
process.on('disconnect', () => process.exit(1));
