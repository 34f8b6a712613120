import { texts } from '../../../contract/texts/texts.ts';
import type { TestStep } from '../../../contract/desk-api/connections.ts';

/** The problem and its remedy, in sentences for the operator. */
export type Explained = Pick<TestStep, 'step' | 'found' | 'todo'>;

export interface Failure {
  thrown: unknown;
  sent: boolean;
  timedOut: boolean;
  url: URL;
  patience: number;
}

interface NetworkError {
  code?: string;
  message?: string;
  /** A proxy failure has its own error class. */
  name?: string;
  status?: number | null;
  cause?: NetworkError;
  /** For a name with several addresses: the error of each attempt. */
  errors?: NetworkError[];
  cert?: { subjectaltname?: string };
}

type FailureWords = (at: { host: string; place: string; error: NetworkError }) => Omit<Explained, 'step'>;

const unknownAuthority: FailureWords = () => ({ found: texts.link.authorityUnknown, todo: texts.link.getCertificate });
const noTls: FailureWords = ({ place }) => ({ found: texts.link.noTls(place), todo: texts.link.tryHttp });
const oldTls: FailureWords = () => ({ found: texts.link.tlsTooOld, todo: texts.link.askForTls });
const notThere: FailureWords = ({ host }) => ({ found: texts.link.noRoute(host), todo: texts.link.checkCable });
const brokeOff: FailureWords = ({ place }) => ({ found: texts.link.closedAtOnce(place), todo: texts.link.tryHttps });

const nameWords: Record<string, FailureWords> = {
  ENOTFOUND: ({ host }) => ({ found: texts.link.noSuchName(host), todo: texts.link.checkTyping }),
  EAI_AGAIN: ({ host }) => ({ found: texts.link.noNameServer(host), todo: texts.link.checkNameServer }),
};

const connectWords: Record<string, FailureWords> = {
  ECONNREFUSED: ({ place }) => ({ found: texts.link.nothingListens(place), todo: texts.link.checkPort }),
  EHOSTUNREACH: notThere,
  ENETUNREACH: notThere,
  EHOSTDOWN: notThere,
  ENETDOWN: notThere,
  EADDRNOTAVAIL: notThere,
  ETIMEDOUT: ({ place }) => ({ found: texts.link.nothingAnswered(place), todo: texts.link.checkMachine }),
  EACCES: ({ place }) => ({ found: texts.link.notAllowed(place), todo: texts.link.allowInFirewall }),
  ECONNRESET: brokeOff,
  EPIPE: brokeOff,
};

const encryptionWords: Record<string, FailureWords> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: () => ({ found: texts.link.selfSigned, todo: texts.link.getCertificate }),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: () => ({ found: texts.link.expired, todo: texts.link.askToRenew }),
  CERT_NOT_YET_VALID: () => ({ found: texts.link.notValidYet, todo: texts.link.setClock }),
  CERT_REVOKED: () => ({ found: texts.link.revoked, todo: texts.link.doNotUse }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, error }) => ({
    found: texts.link.otherName(host, namesOf(error)),
    todo: texts.link.useItsName,
  }),
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldTls,
  ERR_SSL_VERSION_TOO_LOW: oldTls,
};

export function explainFailure(failure: Failure): Explained {
  const error = mostTelling(failure.thrown ?? {});
  if (error.code === 'PROXY_FAILED') return { step: 'proxy', ...proxyWords(error) };
  if (failure.timedOut) return late(failure);
  const at = { host: failure.url.hostname, place: failure.url.host, error };
  const code = error.code ?? '';
  const tables = { name: nameWords, connect: connectWords, encryption: encryptionWords } as const;
  for (const step of ['name', 'connect', 'encryption'] as const) {
    const words = tables[step][code];
    if (words) return { step, ...words(at) };
  }
  if (/^EPROTO$|^ERR_(SSL|TLS)|CERT/.test(code)) {
    const message = error.message ?? code;
    if (/wrong.version.number/i.test(message)) return { step: 'encryption', ...noTls(at) };
    return { step: 'encryption', found: texts.link.tlsFailed(code), todo: texts.link.askOperator };
  }
  if (code.startsWith('HPE_')) return { step: 'service', ...brokeOff(at) };
  return {
    step: 'connect',
    found: texts.link.failed(code || (error.message ?? texts.link.noReason)),
    todo: texts.link.checkAll,
  };
}

/** Prefers a received error, then a time-out, then "no route": without IPv6, errors of IPv6 addresses say nothing. */
function mostTelling(error: NetworkError): NetworkError {
  const attempts = error.errors ?? [];
  const silent = ({ code = '' }: NetworkError): boolean => code === 'ETIMEDOUT' || connectWords[code] === notThere;
  return attempts.find((one) => !silent(one)) ?? attempts.find(({ code }) => code === 'ETIMEDOUT') ?? error;
}

function late({ sent, url, patience }: Failure): Explained {
  if (!sent) return { step: 'connect', found: texts.link.silent(url.host, patience), todo: texts.link.checkMachine };
  return { step: 'service', found: texts.link.hangs(url.host, patience), todo: texts.link.mayHang };
}

function proxyWords({ status, cause }: NetworkError): Omit<Explained, 'step'> {
  if (status === 407) return { found: texts.link.proxyRefused, todo: texts.link.enterProxyPassword };
  if (status === 403) return { found: texts.link.proxyForbids, todo: texts.link.askProxy };
  if (status !== null && status !== undefined) {
    return { found: texts.link.proxyCannotConnect(status), todo: texts.link.checkServiceOrProxy };
  }
  return { found: texts.link.proxyUnreachable(cause?.code ?? texts.link.noAnswer), todo: texts.link.checkProxy };
}

/** Node's format: `DNS:a.example, IP Address:10.0.0.1`. */
function namesOf({ cert }: NetworkError): string {
  const names = (cert?.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]*:/, ''));
  return names.slice(0, 5).join(', ') || texts.link.noNames;
}
