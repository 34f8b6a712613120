/** Separate from the schemas, because the output page must not load the schema library. */
export const choices = {
  /** `start` and `end` follow the writing direction. */
  align: ['left', 'center', 'right', 'start', 'end'],
  direction: ['auto', 'ltr', 'rtl'],
  place: ['top', 'middle', 'bottom'],
  fit: ['contain', 'cover'],
  toward: ['left', 'right'],
  atEnd: ['continue', 'hold', 'hide', 'text'],
  cells: ['down', 'across'],
} as const;
