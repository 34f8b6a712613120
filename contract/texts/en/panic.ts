export const panic = {
  notSent: 'Panic could not be sent: what is on air is not known.',
  confirmedNow: (app: string) => `${app}: The panic is confirmed now.`,
  look: (text: string) => `${text} Look at the output.`,
  notConfirmed: (reason: string) => `Panic was not confirmed: ${reason}`,
  notInTime: 'The panic was not confirmed in time.',
  notOpen: 'Panic could not be sent: its connection is not open, so what is on air is not known. Look at the output.',
  stillIn: (graphics: readonly string[]) =>
    `${graphics.join(', ')} ${graphics.length > 1 ? 'are' : 'is'} still In after the panic.`,
};
