/**
 * The words that properties of a scene are one of. They stand apart from the schemas, because the page that draws a scene
 * reads them too and carries no schemas.
 */
export const choices = {
  /** Where words stand in their frame; `start` and `end` follow the way that they run. */
  align: ['left', 'center', 'right', 'start', 'end'],
  /** Which way words run; `auto` is told from the words themselves. */
  direction: ['auto', 'ltr', 'rtl'],
  /** Where lines stand in a higher frame. */
  place: ['top', 'middle', 'bottom'],
  /** How a picture of another aspect stands in its frame. */
  fit: ['contain', 'cover'],
  /** The edge that a crawl leaves by. */
  toward: ['left', 'right'],
  /** What a countdown does at its end. */
  atEnd: ['continue', 'hold', 'hide', 'text'],
  /** Where the cells of a repeater follow each other. */
  cells: ['down', 'across'],
} as const;
