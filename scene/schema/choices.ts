/**
 * The words that some properties of a scene choose from. They are apart from the schemas, because the output page uses
 * them and carries no schema library.
 */
export const choices = {
  /** The alignment of words in their frame. `start` and `end` follow the writing direction. */
  align: ['left', 'center', 'right', 'start', 'end'],
  /** The writing direction. `auto` follows the words themselves. */
  direction: ['auto', 'ltr', 'rtl'],
  /** The vertical position of lines in a higher frame. */
  place: ['top', 'middle', 'bottom'],
  /** How a picture of another aspect fits its frame. */
  fit: ['contain', 'cover'],
  /** The edge that the items of a crawl leave by. */
  toward: ['left', 'right'],
  /** What a countdown shows at its end. */
  atEnd: ['continue', 'hold', 'hide', 'text'],
  /** How the cells of a repeater are stacked. */
  cells: ['down', 'across'],
} as const;
