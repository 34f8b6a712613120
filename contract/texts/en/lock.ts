export const lock = {
  already: 'The show is locked already.',
  locked: 'Show locked',
  unlock: 'Unlock show',
  unlocked: 'Show unlocked',
  wrongPin: 'A wrong PIN was entered. Wait a second, and try again.',
};
