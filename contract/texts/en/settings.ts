export const settings = {
  newer: 'a newer version of Overlay Desk wrote it',
  unreadable: (file: string, reason: string, kept: string) => `${file} could not be read (${reason}). ${kept}`,
  line: (line: number) => `, line ${line}`,
  leftOut: (place: string, problem: string) => `${place}: ${problem}. It is left out.`,
  unwritable: (file: string, reason: string) =>
    `${file} could not be written (${reason}). What was changed lasts until the desk ends.`,
  leftUnreadable: (file: string, reason: string) =>
    `${file} could not be read (${reason}). It is left as it is, so nothing is saved. Bring back the copy from before the update.`,
  setAside: (file: string) => `It is kept as ${file}; the desk goes on without it.`,
  notSaved: (reason: string) => `It is left as it is (${reason}), so nothing is saved until the desk starts again.`,
};
