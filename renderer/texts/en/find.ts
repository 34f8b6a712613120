export const find = {
  find: 'Find',
  hint: 'Find (Ctrl+K): graphics, cues, pages, dialogs',
  placeholder: 'A graphic, a cue, a page',
  nothing: 'Nothing found.',
  kinds: { graphic: 'Graphic', cue: 'Cue', page: 'Page', part: 'Open' },
  noName: 'without a name',
};
