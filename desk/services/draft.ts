import { texts } from '../../contract/texts/texts.ts';
import {
  type ConnectionDraft,
  ConnectionSettings,
  type RemoteSettings,
  type CertificateView,
} from '../../contract/desk-api/connections.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import type { Route } from '../ports.ts';
import { pastedAddress } from './pasted-address.ts';
import { X509Certificate } from 'node:crypto';

/** Excludes secrets. Throws `call-invalid` with the field and the problem. */
export function settingsOf(draft: ConnectionDraft, id: string, before: RemoteSettings | undefined): RemoteSettings {
  const base = addressIn(draft.base, 'Address');
  const { use, user } = draft.proxy;
  const proxy = { use, user, address: use === 'address' ? addressIn(draft.proxy.address, 'Proxy') : '', secret: null };
  const certificates = draft.certificates === 'keep' ? (before?.certificates ?? '') : draft.certificates;
  checkCertificates(certificates);
  const name = draft.name.trim() || new URL(base).host;
  const apps = before?.kind === 'account' && draft.kind === 'account' ? before.apps : [];
  const draftSettings = {
    kind: draft.kind,
    id,
    name,
    base,
    secret: null,
    proxy,
    certificates,
    email: draft.email.trim(),
    apps,
  };
  const settings = ConnectionSettings.safeParse(draftSettings);
  if (settings.success && settings.data.kind !== 'embedded') return settings.data;
  throw new OverlayError(
    'call-invalid',
    settings.error ? inShort(schemaProblems(settings.error.issues)) : texts.services.noDraft,
  );
}

function addressIn(text: string, field: string): string {
  const understood = pastedAddress(text);
  if ('problem' in understood) throw new OverlayError('call-invalid', `${field}: ${understood.problem}`);
  if (understood.base !== '' && understood.token === null) return understood.base;
  throw new OverlayError('call-invalid', texts.services.tokenInField(field));
}

function checkCertificates(pem: string): void {
  try {
    certificatesIn(pem);
  } catch (error) {
    throw new OverlayError('call-invalid', texts.services.certificates(errorIn(error).message));
  }
}

export function routeOf({ proxy, certificates }: RemoteSettings, proxyPassword = ''): Route {
  const { use, address, user } = proxy;
  return { proxy: use === 'address' ? { address, user, password: proxyPassword } : use, certificates };
}

const block = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Throws a sentence if a non-empty text has no certificate or a damaged one. */
export function certificatesIn(pem: string): CertificateView[] {
  const blocks = pem.match(block) ?? [];
  if (blocks.length === 0 && pem.trim() !== '') throw new Error(texts.services.noCertificate);
  return blocks.map((text, at) => {
    try {
      const { subject, issuer, validTo } = new X509Certificate(text);
      return { name: nameIn(subject), issuer: nameIn(issuer), until: validTo };
    } catch (error) {
      throw new Error(texts.services.damagedCertificate(at + 1), {
        cause: error,
      });
    }
  });
}

/** Node writes a distinguished name as one `KEY=value` per line. */
function nameIn(distinguished: string | undefined): string {
  return /^CN=(.*)$/m.exec(distinguished ?? '')?.[1] ?? (distinguished ?? '').replaceAll('\n', ', ');
}
