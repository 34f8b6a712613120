export const profiles = {
  problem: (name: string, reason: string) => `The device profile ${name}: ${reason}`,
  stays: (reason: string) => `${reason} What was read of it before stays.`,
  line: (line: number, problem: string) => `Line ${line}: ${problem}.`,
};
