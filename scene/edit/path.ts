/** One step into a JSON value: a key of an object, or a place in an array. */
export type Step = string | number;

/** The steps of a JSON path as error details write it: `compositions["a-1"].elements[0].size`. */
export function readPath(path: string): Step[] {
  const steps: Step[] = [];
  const part = /\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  for (let found = part.exec(path); found; found = part.exec(path)) {
    const [, name, place, quoted] = found;
    if (name !== undefined) steps.push(name);
    else if (place !== undefined) steps.push(Number(place));
    else steps.push(JSON.parse(quoted ?? '""') as string);
  }
  return steps;
}

/** What stands at a place; undefined where there is nothing. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((part, step) => {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, step)) return undefined;
    return (part as Record<Step, unknown>)[step];
  }, value);
}

/**
 * The same value with another one at a place; the rest is shared. Undefined takes the key or the item out. Objects on the way
 * that are not there are made.
 */
export function withValueAt<Whole>(whole: Whole, steps: readonly Step[], value: unknown): Whole {
  const [step, ...rest] = steps;
  if (step === undefined) return value as Whole;
  const next = rest.length === 0 ? value : withValueAt(valueAt(whole, [step]) ?? {}, rest, value);
  if (Array.isArray(whole)) {
    const items = [...(whole as unknown[])];
    if (next === undefined) items.splice(Number(step), 1);
    else items[Number(step)] = next;
    return items as Whole;
  }
  const { [step]: _before, ...others } = (whole ?? {}) as Record<Step, unknown>;
  if (next === undefined) return others as Whole;
  // The keys keep their order, so that the JSON that an author reads does not jump about.
  return { ...(whole as object), [step]: next } as Whole;
}

/** Whether a place is another one or inside of it. */
export function isWithin(steps: readonly Step[], outer: readonly Step[]): boolean {
  return outer.every((step, at) => String(steps[at]) === String(step));
}
