import { create } from 'mutative';

export type Step = string | number;

/** As in error details: `compositions["a-1"].elements[0].size`. */
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

/** Shares the rest and keeps the order of keys, for stable JSON. Undefined removes; missing objects are created. */
export function withValueAt<Whole>(whole: Whole, steps: readonly Step[], value: unknown): Whole {
  if (steps.length === 0) return value as Whole;
  return create(whole as object, (draft) => setAt(draft as Holder, steps, value)) as Whole;
}

type Holder = Record<Step, unknown>;

function setAt(holder: Holder, [step = '', ...rest]: readonly Step[], value: unknown): void {
  if (rest.length > 0) {
    // Inherited members such as `constructor` are not content.
    const held = Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (typeof held !== 'object' || held === null) holder[step] = {};
    setAt(holder[step] as Holder, rest, value);
  } else if (value !== undefined) holder[step] = value;
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else Reflect.deleteProperty(holder, step);
}

/** Also true for equal paths. */
export function isWithin(steps: readonly Step[], outer: readonly Step[]): boolean {
  return outer.every((step, at) => String(steps[at]) === String(step));
}
