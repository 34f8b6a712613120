/** A quota is low from this share of its limit down: the rest is mostly kept for takes. */
const lowFrom = 0.2;

export function quotaLevel({ limit, remaining }: { limit: number; remaining: number }): 'good' | 'low' | 'spent' {
  if (remaining <= 0) return 'spent';
  return remaining <= limit * lowFrom ? 'low' : 'good';
}
