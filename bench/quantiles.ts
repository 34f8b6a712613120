/** One line of a bench: what was measured, how often, and its median and 99th percentile in milliseconds. */
export function figure(name: string, milliseconds: readonly number[]): string {
  const sorted = [...milliseconds].sort((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(2);
  return `${name.padEnd(44)} p50 ${at(0.5).padStart(8)} ms   p99 ${at(0.99).padStart(8)} ms   n ${sorted.length}`;
}
