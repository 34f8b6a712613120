import { usualBodyLimits } from '../../contract/json-body.ts';

/** What a client may ask of the service. Times are in milliseconds, sizes in bytes. */
export interface Limits {
  /** Of a JSON body. */
  maxBody: number;
  /** Of a file that is uploaded to be an asset or a graphic. Thumbnails have a limit of their own. */
  maxUpload: number;
  /** How deep arrays and objects of a JSON body may stand in each other. */
  maxDepth: number;
  /** How many items a JSON body that is an array may have. */
  maxItems: number;
  /** Connections at the same time, live channels included. */
  maxConnections: number;
  /** How long the headers of a request may take; the whole request may take six times as long. */
  headerTimeout: number;
  /** How long a connection may be silent, live channels excepted. */
  idleTimeout: number;
  /** Readers of the live channel of one app instance. */
  maxSubscribers: number;
}

/**
 * Enough for a show of 5,000 fields in one body and for a large control room; an idle connection is kept for longer than an
 * operator's pause of a minute, who must not pay for a new one.
 */
export const defaultLimits: Limits = {
  ...usualBodyLimits,
  maxUpload: 64 * 1024 * 1024,
  maxConnections: 2_000,
  headerTimeout: 10_000,
  idleTimeout: 72_000,
  maxSubscribers: 500,
};
