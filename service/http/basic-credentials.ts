import type { Credentials } from '../accounts/checked-credentials.ts';

/** Undefined if the header is missing, damaged or of another scheme. */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : { email: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    // Bytes that are not UTF-8 are not credentials.
    return undefined;
  }
}
