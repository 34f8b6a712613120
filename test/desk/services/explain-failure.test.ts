import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../desk/app/link/explain-failure.ts';

const url = new URL('https://graphics.example:8443');

/** What the operator reads when this is thrown: the step, what was found, what to do. */
function words(thrown: object): string[] {
  const { step, found, todo } = explainFailure({ thrown, sent: false, timedOut: false, url, patience: 8 });
  return [step, found, todo];
}

/** An error as Node throws it. */
const failed = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

const noWay = ['connect', texts.link.noRoute('graphics.example'), texts.link.checkCable];
const refused = ['connect', texts.link.nothingListens('graphics.example:8443'), texts.link.checkPort];
const silent = ['connect', texts.link.nothingAnswered('graphics.example:8443'), texts.link.checkMachine];
const broken = ['connect', texts.link.closedAtOnce('graphics.example:8443'), texts.link.tryHttps];
const unknown = ['encryption', texts.link.authorityUnknown, texts.link.getCertificate];
const noTls = ['encryption', texts.link.noTls('graphics.example:8443'), texts.link.tryHttp];
const oldTls = ['encryption', texts.link.tlsTooOld, texts.link.askForTls];

describe('what failed is told in words', () => {
  it.each([
    ['ENOTFOUND', ['name', texts.link.noSuchName('graphics.example'), texts.link.checkTyping]],
    ['EAI_AGAIN', ['name', texts.link.noNameServer('graphics.example'), texts.link.checkNameServer]],
    ['EHOSTUNREACH', noWay],
    ['ENETUNREACH', noWay],
    ['EHOSTDOWN', noWay],
    ['ENETDOWN', noWay],
    ['EADDRNOTAVAIL', noWay],
    ['ETIMEDOUT', silent],
    ['ECONNREFUSED', refused],
    ['EACCES', ['connect', texts.link.notAllowed('graphics.example:8443'), texts.link.allowInFirewall]],
    ['ECONNRESET', broken],
    ['EPIPE', broken],
    ['CERT_NOT_YET_VALID', ['encryption', texts.link.notValidYet, texts.link.setClock]],
    ['CERT_HAS_EXPIRED', ['encryption', texts.link.expired, texts.link.askToRenew]],
    ['CERT_REVOKED', ['encryption', texts.link.revoked, texts.link.doNotUse]],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', ['encryption', texts.link.selfSigned, texts.link.getCertificate]],
    ['SELF_SIGNED_CERT_IN_CHAIN', unknown],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknown],
    ['UNABLE_TO_GET_ISSUER_CERT', unknown],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknown],
    ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noTls],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', oldTls],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', oldTls],
    ['ERR_SSL_VERSION_TOO_LOW', oldTls],
    ['CERT_SIGNATURE_FAILURE', ['encryption', texts.link.tlsFailed('CERT_SIGNATURE_FAILURE'), texts.link.askOperator]],
    ['EMFILE', ['connect', texts.link.failed('EMFILE'), texts.link.checkAll]],
  ])('%s', (code, told) => {
    expect(words(failed(code))).toEqual(told);
  });

  it('a certificate for another name, with the names that it is for', () => {
    const cert = { subjectaltname: 'DNS:other.example, DNS:www.other.example, IP Address:10.0.0.1' };
    expect(words(failed('ERR_TLS_CERT_ALTNAME_INVALID', { cert }))).toEqual([
      'encryption',
      texts.link.otherName('graphics.example', 'other.example, www.other.example, 10.0.0.1'),
      texts.link.useItsName,
    ]);
  });
});

describe('a name with several addresses', () => {
  const at = (...codes: string[]): Error =>
    Object.assign(new AggregateError(codes.map((code) => failed(code))), { code: codes[0] });

  it.each([
    [['ENETUNREACH', 'ECONNREFUSED'], refused],
    [['ETIMEDOUT', 'ECONNREFUSED'], refused],
    [['ENETUNREACH', 'ETIMEDOUT'], silent],
    [['ENETUNREACH', 'EHOSTUNREACH'], noWay],
  ])('%j is told by what says most', (codes, told) => {
    expect(words(at(...codes))).toEqual(told);
  });
});
