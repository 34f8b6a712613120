/** The words of `renderer/state/`. */
export const state = {
  key: (key: string) => `Key ${key}`,
  pages: {
    show: 'Show',
    rundown: 'Rundown',
    data: 'Data',
    workshop: 'Workshop',
  },
  tooMuchAtOnce: 'too much went wrong at once',
  notLogged: (why: string, message: string) =>
    `Something went wrong in this screen. It is not in the log of the desk (${why}): ${message}`,
  logged: (id: string) => `Something went wrong in this screen. The log of the desk says why, under the id ${id}.`,
};
