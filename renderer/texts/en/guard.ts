export const guard = {
  short: {
    free: 'hold or 2×',
    held: 'hold …',
    armed: 'again!',
    tooFast: 'too fast!',
  },
  how: {
    free: 'hold, or press twice',
    held: 'keep holding',
    armed: 'press again',
    tooFast: 'too fast, press again',
  },
  keys: 'Held or armed keys',
  hold: 'HOLD',
  armed: 'ARMED',
  holdFor: (seconds: number) => `hold ${seconds} s`,
  pressTwice: 'press twice',
};
