export function jsonPath(steps: readonly PropertyKey[]): string {
  const written = steps.map((step, at) => {
    if (typeof step === 'number') return `[${step}]`;
    const name = String(step);
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
    return at === 0 ? name : `.${name}`;
  });
  return written.join('');
}
