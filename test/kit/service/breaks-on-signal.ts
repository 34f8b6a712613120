/** Loaded before a program: it then has an error that nothing catches at SIGUSR2, and a rejection at SIGWINCH. */
process.on('SIGUSR2', () => {
  throw new Error('in a handler');
});
process.on('SIGWINCH', () => void Promise.reject(new Error('in a promise')));
