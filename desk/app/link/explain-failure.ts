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

const ownCertificate =
  'Get the certificate, or that of its authority, from whoever runs the service, and paste it under "Certificates".';
const unknownAuthority: FailureWords = () => ({
  found:
    'Its certificate is signed by an authority that this machine does not know, such as that of a company network.',
  todo: ownCertificate,
});
const noTls: FailureWords = ({ place }) => ({
  found: `What answers at ${place} does not speak TLS.`,
  todo: 'If the service is reached without encryption, write http:// in the address. Otherwise check the port.',
});
const oldTls: FailureWords = () => ({
  found: 'It offers only versions of TLS that are no longer safe.',
  todo: 'Ask whoever runs the service to offer TLS 1.2 or newer.',
});
const notThere: FailureWords = ({ host }) => ({
  found: `The network has no route to ${host}.`,
  todo: 'Check the cable or the wireless network, the VPN, and the address.',
});
const brokeOff: FailureWords = ({ place }) => ({
  found: `${place} accepted the connection and closed it.`,
  todo: 'Another program may be on that port, or the service accepts TLS only: try https:// in the address.',
});

const nameWords: Record<string, FailureWords> = {
  ENOTFOUND: ({ host }) => ({
    found: `There is no machine named "${host}".`,
    todo: 'Check the address for a typing error. A name inside a company may need its VPN.',
  }),
  EAI_AGAIN: ({ host }) => ({
    found: `The name server did not answer when it was asked for "${host}".`,
    todo: 'Check that this machine is in the network and that its name server (DNS) works.',
  }),
};

const connectWords: Record<string, FailureWords> = {
  ECONNREFUSED: ({ place }) => ({
    found: `The machine answers, but nothing listens at ${place}.`,
    todo: 'Check that the service runs and that the port is right. The service may accept connections from its own machine only.',
  }),
  EHOSTUNREACH: notThere,
  ENETUNREACH: notThere,
  EHOSTDOWN: notThere,
  ENETDOWN: notThere,
  EADDRNOTAVAIL: notThere,
  ETIMEDOUT: ({ place }) => ({
    found: `Nothing answered at ${place}.`,
    todo: 'The machine may be off, or a firewall may drop what is sent. Check both, and the address.',
  }),
  EACCES: ({ place }) => ({
    found: `This machine does not let the desk connect to ${place}.`,
    todo: 'Allow the desk in the firewall of this machine.',
  }),
  ECONNRESET: brokeOff,
  EPIPE: brokeOff,
};

const encryptionWords: Record<string, FailureWords> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: () => ({
    found: 'Its certificate is self-signed, so anybody could have made it.',
    todo: ownCertificate,
  }),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: () => ({
    found: 'Its certificate has expired.',
    todo: 'Ask whoever runs the service to renew it. Check the date of this machine too.',
  }),
  CERT_NOT_YET_VALID: () => ({
    found: 'Its certificate is not valid yet.',
    todo: 'The clock of this machine is probably wrong: set it.',
  }),
  CERT_REVOKED: () => ({ found: 'Its certificate was revoked.', todo: 'Do not use it. Ask whoever runs the service.' }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, error }) => ({
    found: `Its certificate is not for "${host}"; it is for ${namesOf(error)}.`,
    todo: 'Use the name that the certificate is for in the address.',
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
    return {
      step: 'encryption',
      found: `The encrypted connection failed (${code}).`,
      todo: 'Ask whoever runs the service.',
    };
  }
  if (code.startsWith('HPE_')) return { step: 'service', ...brokeOff(at) };
  return {
    step: 'connect',
    found: `The connection failed (${code || (error.message ?? 'for no known reason')}).`,
    todo: 'Check the address, the network and the service.',
  };
}

/** Prefers a received error, then a time-out, then "no route": without IPv6, errors of IPv6 addresses say nothing. */
function mostTelling(error: NetworkError): NetworkError {
  const attempts = error.errors ?? [];
  const silent = ({ code = '' }: NetworkError): boolean => code === 'ETIMEDOUT' || connectWords[code] === notThere;
  return attempts.find((one) => !silent(one)) ?? attempts.find(({ code }) => code === 'ETIMEDOUT') ?? error;
}

function late({ sent, url, patience }: Failure): Explained {
  if (!sent) {
    return {
      step: 'connect',
      found: `Nothing answered at ${url.host} for ${patience} seconds.`,
      todo: 'The machine may be off, or a firewall may drop what is sent. Check both, and the address.',
    };
  }
  return {
    step: 'service',
    found: `${url.host} accepted the request and did not answer for ${patience} seconds.`,
    todo: 'The service may be hanging or overloaded, or another program may be there. Ask whoever runs it.',
  };
}

function proxyWords({ status, cause }: NetworkError): Omit<Explained, 'step'> {
  if (status === 407) {
    return {
      found: 'The proxy requires a user name and a password, or refuses those entered.',
      todo: 'Enter the user name and the password of the proxy.',
    };
  }
  if (status === 403) {
    return {
      found: 'The proxy forbids this address.',
      todo: 'Ask who runs the proxy to allow it, or connect without a proxy.',
    };
  }
  if (status !== null && status !== undefined) {
    return {
      found: `The proxy could not connect to the service (it answered ${status}).`,
      todo: 'Check the address of the service. Inside a company a service may have to be reached without the proxy.',
    };
  }
  return {
    found: `The proxy cannot be reached (${cause?.code ?? 'no answer'}).`,
    todo: 'Check the address of the proxy, or choose to connect without one.',
  };
}

/** Node's format: `DNS:a.example, IP Address:10.0.0.1`. */
function namesOf({ cert }: NetworkError): string {
  const names = (cert?.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]*:/, ''));
  return names.slice(0, 5).join(', ') || 'no name at all';
}
