import { X509Certificate } from 'node:crypto';
import type { CertificateView } from '../../contract/desk-api/connections.ts';

const block = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Throws a sentence if a non-empty text has no certificate or a damaged one. */
export function certificatesIn(pem: string): CertificateView[] {
  const blocks = pem.match(block) ?? [];
  if (blocks.length === 0 && pem.trim() !== '') {
    throw new Error('There is no certificate in it: one begins with "-----BEGIN CERTIFICATE-----".');
  }
  return blocks.map((text, at) => {
    try {
      const { subject, issuer, validTo } = new X509Certificate(text);
      return { name: nameIn(subject), issuer: nameIn(issuer), until: validTo };
    } catch (error) {
      throw new Error(`Certificate ${at + 1} is damaged. Copy it whole, with its first and last line.`, {
        cause: error,
      });
    }
  });
}

/** Node writes a distinguished name as one `KEY=value` per line. */
function nameIn(distinguished: string | undefined): string {
  return /^CN=(.*)$/m.exec(distinguished ?? '')?.[1] ?? (distinguished ?? '').replaceAll('\n', ', ');
}
