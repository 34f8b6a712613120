/** The address in a request of the desk, or in its action. */
export function aboutSub(of: object): string | undefined {
  const { subComposition, address } = actionOf(of);
  const about = subComposition ?? address;
  return typeof about === 'string' ? about : undefined;
}

/** The same for presses of one action on one target, by key and by button; undefined for requests that are no press. */
export function pressOf(of: object): string | undefined {
  const { do: does, subComposition, cue, look } = actionOf(of);
  return does === undefined ? undefined : JSON.stringify([does, subComposition, cue, look]);
}

function actionOf(of: object): Record<string, unknown> {
  const { action } = of as { action?: unknown };
  return (typeof action === 'object' && action !== null ? action : of) as Record<string, unknown>;
}
