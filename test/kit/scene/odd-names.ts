/** Odd ids of fields that a service takes: what each object inherits, writing from right to left, combining marks, 255 letters. */
export const oddFieldIds = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'שם השחקן',
  '\u202eاسم\u202c',
  'n\u0303ame\u0301',
  'n'.repeat(255),
] as const;

/** Odd names of all else, with those that a service refuses as the id of a field. */
export const oddNames = [...oddFieldIds, '__proto__', ''] as const;
