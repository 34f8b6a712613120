export const mapping = {
  takeOut: (controls: string, file: string) => `Take ${controls} out of ${file}`,
  moved: (file: string, controls: string, show: string) =>
    `${file} had ${controls}. They are in the show now (${show}), in place of what was mapped there.`,
  map: (controls: string) => `Map ${controls}`,
  unmap: (controls: string) => `Unmap ${controls}`,
  keys: { one: (name: string) => `the key ${name}`, several: (count: number) => `${count} keys` },
  controls: { one: (name: string) => `the control ${name}`, several: (count: number) => `${count} controls` },
  onPage: (page: number) => ` on page ${page}`,
  control: (control: string, message: string) => `The control ${control}: ${message}`,
  noMidi: 'This desk has no driver of MIDI controllers.',
};
