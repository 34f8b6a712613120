export const state = {
  key: (key: string) => `Key ${key}`,
  pages: {
    show: 'Show',
    rundown: 'Rundown',
    data: 'Data',
    workshop: 'Workshop',
  },
  notAnswered: 'The desk has not answered a press for two seconds. Look at the picture before you press again.',
  tooMuchAtOnce: 'too many faults at once',
  notLogged: (why: string, message: string) =>
    `Something went wrong in this screen. The log of the desk does not have the fault (${why}): ${message}`,
  logged: (id: string) => `Something went wrong in this screen. The log of the desk says why, under the id ${id}.`,
};
