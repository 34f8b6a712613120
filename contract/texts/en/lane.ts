export const lane = {
  replaced: (who: string) => `Replaced by ${who} before it was sent.`,
  quotaKeptForTakes: 'What is left of the quota of the service is kept for takes.',
  noAnswer: 'No answer came in time.',
  operatorAt: (operator: string, hand: string) => `${operator} at ${hand}`,
  keyboard: 'Keyboard',
  screen: (number: string) => `Screen ${number}`,
  late: (seconds: string) => `The press came ${seconds} s late, so it was refused. Look, and press again.`,
};
