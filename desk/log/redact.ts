import { texts } from '../../contract/texts/texts.ts';

export const removed = '(removed)';

type SecretKind = 'userInAddress' | 'tokenInAddress' | 'tokenInQuery' | 'authorization' | 'signedToken' | 'privateKey';

/** Recognises secrets by context. Group `before` is kept, group `secret` is masked. */
const telling: readonly [what: SecretKind, pattern: RegExp][] = [
  ['userInAddress', /(?<before>:\/\/)(?<secret>[^\s/?#"'@]+)(?=@)/gi],
  ['tokenInAddress', /(?<before>\/(?:control|controlapps|onair|share|output)\/)(?<secret>[\w.~%-]{8,})/gi],
  [
    'tokenInQuery',
    /(?<before>[?&;\s"'](?:access_?token|app_?token|token|api_?key|key|password|secret|auth)=)(?<secret>[^\s&"'<>\\]{3,})/gi,
  ],
  ['authorization', /(?<before>\b(?:Basic|Bearer)\s+)(?<secret>[\w+/.~=-]{8,})/gi],
  ['signedToken', /(?<before>\b)(?<secret>eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g],
  ['privateKey', /(?<before>-----BEGIN [A-Z ]*PRIVATE KEY-----)(?<secret>[^-]+)(?=-----END|$)/g],
];

/** Also matches the harmless reference `secret` of a connection, which a bundle does not need. */
const tellingName = /(pass(word|phrase)|token|secret|authorization|cookie|credential|private)/i;

export function maskedText(text: string): string {
  return telling.reduce((masked, [, pattern]) => masked.replace(pattern, `$<before>${removed}`), text);
}

export function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      maskedText(name),
      tellingName.test(name) && typeof content !== 'boolean' ? removed : maskedValue(content),
    ]),
  );
}

/** Names the kind of secret that a text seems to contain; undefined if none. */
export function tellingIn(text: string): string | undefined {
  const found = telling.find(([, pattern]) =>
    [...text.matchAll(pattern)].some(({ groups }) => groups?.secret !== removed && groups?.secret?.trim() !== removed),
  );
  return found && texts.log[found[0]];
}

/** Shorter secrets match only as whole words: every text contains an "a". */
const shortest = 6;

/** Finds a secret as plain text, URL-encoded, in JSON, as Base64 or as hexadecimal bytes. */
export function holds(text: string, secret: string): boolean {
  if (secret.trim() === '') return false;
  if (secret.length < shortest) return plainForms(secret).some((form) => isWord(text, form));
  return formsOf(secret).some((form) => text.includes(form));
}

/** Masks every form of these secrets. A text with a short secret is removed completely. */
export function concealed(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => {
    if (!holds(left, secret)) return left;
    if (secret.length < shortest) return removed;
    return formsOf(secret).reduce((without, form) => without.replaceAll(form, removed), left);
  }, text);
}

/** `toWellFormed`, because a URL cannot encode half of a character. */
function plainForms(secret: string): string[] {
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [...plainForms(secret), bytes.toString('hex'), ...inBase64(bytes)];
}

function isWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = [text[at - 1], text[at + word.length]];
    if (around.every((letter) => letter === undefined || !/[\p{L}\p{N}]/u.test(letter))) return true;
  }
  return false;
}

/** The Base64 characters that encode only these bytes, per alignment. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = Math.ceil((before * 4) / 3);
    const to = Math.floor(((before + bytes.length) * 4) / 3);
    const whole = text.slice(from, to);
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
