import type { ErrorDetail } from '../../contract/errors.ts';
import type { OgrafManifest } from './ograf.ts';

/** An address that a graphic asks for, and whether it may reach it. */
export interface RequestedOrigin {
  origin: string;
  allowed: boolean;
}

/**
 * The network of a graphic: what its package declares and the operator allows. Either alone is nothing, so that a package
 * cannot take what it was not given, and an allowed host is open to none that did not say it wants it.
 */
export function networkOf({ v_overlaydesk: own }: OgrafManifest, allowedHosts: readonly string[]): RequestedOrigin[] {
  return (own?.network ?? []).map((origin) => ({
    origin: origin.toLowerCase(),
    allowed: allowedHosts.includes(new URL(origin).host),
  }));
}

/** What an author is told who says that the internet is needed, and not which part of it. */
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
