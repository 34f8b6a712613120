/** Returns undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller checks the value against a schema, which refuses undefined.
    return undefined;
  }
}
