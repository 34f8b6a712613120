/** The own member of a record. A plain index would also find what each object inherits, such as `constructor`. */
export function ownOf<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
