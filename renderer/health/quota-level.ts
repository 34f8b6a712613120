/** From this part of its limit on a quota is low: what is left is mostly kept for takes. */
const lowFrom = 0.2;

/** How much a quota should worry. */
export function quotaLevel({ limit, remaining }: { limit: number; remaining: number }): 'good' | 'low' | 'spent' {
  if (remaining <= 0) return 'spent';
  return remaining <= limit * lowFrom ? 'low' : 'good';
}
