/** The address in a request of the desk, or in its action. */
export function aboutSub(of: object): string | undefined {
  if ('action' in of && typeof of.action === 'object' && of.action !== null) return aboutSub(of.action);
  if ('subComposition' in of) return String(of.subComposition);
  return 'address' in of ? String(of.address) : undefined;
}

/** The same for presses of one action on one target, by key and by button; undefined for requests that are no press. */
export function pressOf(of: object): string | undefined {
  if ('action' in of && typeof of.action === 'object' && of.action !== null) return pressOf(of.action);
  if (!('do' in of)) return undefined;
  const { do: does, subComposition, cue, look } = of as Record<string, unknown>;
  return JSON.stringify([does, subComposition, cue, look]);
}
