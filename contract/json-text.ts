/** Parses a text as JSON. Gives undefined for invalid JSON, which a schema then refuses. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
