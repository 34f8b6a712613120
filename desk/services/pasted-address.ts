import { texts } from '../../contract/texts/texts.ts';

/** `base` is empty for a token alone. */
export interface PastedAddress {
  base: string;
  token: string | null;
}

/** Address forms with an app token after the service's base path. */
const withToken = [
  /^(.*)\/apiv2\/controlapps\/([^/]+)(?:\/(?:control|model|command|live|metadata))?$/,
  /^(.*)\/apiv1\/control\/([^/]+)(?:\/(?:model|subcompositions))?$/,
  /^(.*)\/control\/([^/]+)$/,
];

const withoutUse: [RegExp, 'outputAddress' | 'needsAccount'][] = [
  [/\/(?:onair|output)\//, 'outputAddress'],
  [/\/apiv1\/appinstances\/\d+(?:\/|$)/, 'needsAccount'],
];

/** A possible token: too long for a name, without characters that need escaping. */
const tokenWord = /^[\w.~-]{8,512}$/;

/** URLs accept characters that no host name may have. */
const hostName = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * Accepts a control or share address of either generation, a service address or a token. The `problem` sentence never
 * contains a token.
 */
export function pastedAddress(pasted: string): PastedAddress | { problem: string } {
  const text = pasted.trim().replace(/^[<"'“]+|[>"'”.,;]+$/g, '');
  if (text === '') return { problem: texts.services.nothingPasted };
  if (/\s/.test(text)) return { problem: texts.services.severalWords };
  if (tokenWord.test(text) && !looksLikeHost(text)) return { base: '', token: text };
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${usualProtocol(text)}://${text}`);
  if (!url || !/^(https?|wss?):$/.test(url.protocol) || !hostName.test(url.hostname)) {
    return { problem: texts.services.noAddress };
  }
  if (url.username !== '' || url.password !== '') return { problem: texts.services.userInAddress };
  return understood(url);
}

/** `graphics.example`, `localhost:8830`: a token has no dot followed by letters, and no port. */
function looksLikeHost(text: string): boolean {
  return /\.[a-z]{2,}$/i.test(text) || /^\d+(\.\d+){3}$/.test(text) || text.toLowerCase() === 'localhost';
}

/** Without a protocol, only this machine is contacted unencrypted, to protect passwords on the network. */
function usualProtocol(text: string): string {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/i.test(text) ? 'http' : 'https';
}

function understood(url: URL): PastedAddress | { problem: string } {
  const path = url.pathname.replace(/\/+$/, '');
  const useless = withoutUse.find(([form]) => form.test(`${path}/`));
  if (useless) return { problem: texts.services[useless[1]] };
  const origin = `${url.protocol.replace('ws', 'http')}//${url.host}`;
  for (const form of withToken) {
    const [, before, token] = form.exec(path) ?? [];
    if (before !== undefined && token !== undefined) return named(origin + before, token);
  }
  const inQuery = url.searchParams.get('token') ?? url.searchParams.get('appToken');
  const base = origin + path.replace(/\/apiv[12](\/.*)?$/, '');
  return inQuery === null ? { base, token: null } : named(base, inQuery);
}

function named(base: string, written: string): PastedAddress | { problem: string } {
  const token = decoded(written);
  if (token !== undefined && tokenWord.test(token)) return { base, token };
  return { problem: texts.services.noTokenPart };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // An address with a broken escape is unusable; the operator gets a message.
    return undefined;
  }
}
