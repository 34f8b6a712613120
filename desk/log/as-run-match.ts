import type { AsRunLine, AsRunQuery } from '../../contract/desk-api/as-run.ts';

export function asRunMatch(query: AsRunQuery): (line: AsRunLine) => boolean {
  const { results = [], triggers = [] } = query;
  const [text, target, operator] = [query.text, query.target, query.operator].map((words) => fold(words ?? '').trim());
  const from = query.from === undefined ? -Infinity : Date.parse(query.from);
  const until = query.until === undefined ? Infinity : Date.parse(query.until);
  const within = (at: number): boolean => at >= from && at < until;
  return (line) =>
    within(Date.parse(line.at)) &&
    (results.length === 0 || results.includes(line.result)) &&
    (triggers.length === 0 || triggers.includes(line.trigger.kind)) &&
    (!operator || fold(line.operator).includes(operator)) &&
    (!target || isOf(line, target)) &&
    (!text || wordsOf(line).some((words) => fold(words).includes(text)));
}

function isOf({ app, targets }: AsRunLine, wanted: string): boolean {
  const named = [...targets, ...(app ? [{ address: '', id: app.key, name: app.name }] : [])];
  return named.some(({ address, id, name }) => fold(name).includes(wanted) || [id, address].map(fold).includes(wanted));
}

function wordsOf(line: AsRunLine): string[] {
  return [
    line.action,
    line.operator,
    line.trigger.kind,
    line.trigger.detail,
    line.app?.key ?? '',
    line.app?.name ?? '',
    ...line.targets.flatMap(({ address, id, name }) => [address, id, name]),
    line.result,
    line.reason,
    ...line.items.flatMap(textsIn),
  ];
}

/** Every text and number in a value; also the names of object members. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

function fold(text: string): string {
  return text.toLowerCase();
}
