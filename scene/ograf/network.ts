import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';

export interface RequestedOrigin {
  origin: string;
  allowed: boolean;
}

/**
 * The package must declare an origin and the operator must allow its host. Therefore a granted host is open only to
 * packages that declare it.
 */
export function networkOf({ v_overlaydesk: own }: OgrafManifest, allowedHosts: readonly string[]): RequestedOrigin[] {
  return (own?.network ?? []).map((origin) => ({
    origin: origin.toLowerCase(),
    allowed: allowedHosts.includes(new URL(origin).host),
  }));
}

export function networkWarnings({
  v_overlaydesk: own,
  renderRequirements = [],
}: OgrafManifest): Pick<ErrorDetail, 'message'>[] {
  const needed =
    renderRequirements.length > 0 && renderRequirements.every((each) => each.accessToPublicInternet?.exact === true);
  if (!needed || (own?.network ?? []).length > 0) return [];
  return [
    {
      message:
        'asks for the public internet, which this player does not give: name each address in v_overlaydesk.network',
    },
  ];
}
