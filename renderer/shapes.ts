/** Paths of shared shapes, in a 16 by 16 box. */
export const shapes = {
  check: 'M2.5 8.5 6.5 12.5 13.5 4',
  cross: 'M3 3 13 13M13 3 3 13',
  unequal: 'M2 5.5h12M2 10.5h12M11 1.5 5 14.5',
} as const;
