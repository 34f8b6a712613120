import { usualBodyLimits } from '../../contract/json-body.ts';
import { usualValueLimits, type ValueLimits } from '../../contract/model/value-limits.ts';

/** What a client may use of the service. Times are in milliseconds, sizes in bytes. */
export interface Limits extends ValueLimits {
  /** The largest JSON body. */
  maxBody: number;
  /** The largest body of an update of a show. */
  maxUpdate: number;
  /** The largest upload for an asset or a graphic. Thumbnails have a limit of their own. */
  maxUpload: number;
  /** The most bytes that one account may store; 0 for no limit. */
  maxAccount: number;
  /** How deep arrays and objects of a JSON body may nest. */
  maxDepth: number;
  /** The most items of a JSON body that is an array. */
  maxItems: number;
  /** The most fields that one update may name. */
  maxFields: number;
  /** The most outputs of a new app instance, and the most compositions that it names. */
  maxOutputs: number;
  /** The most open connections, live channels included. */
  maxConnections: number;
  /** The time for the headers of a request. The whole request may take six times as long. */
  headerTimeout: number;
  /** How long a connection may be idle, live channels excepted. */
  idleTimeout: number;
  /** The most readers of the live channel of one app instance. */
  maxSubscribers: number;
}

/**
 * Enough for a show of 5,000 fields in one body and for a large control room. The idle timeout is longer than an
 * operator's pause of a minute, so that the next press needs no new connection.
 */
export const defaultLimits: Limits = {
  ...usualBodyLimits,
  ...usualValueLimits,
  maxUpdate: 4 * 1024 * 1024,
  maxOutputs: 100,
  maxUpload: 64 * 1024 * 1024,
  maxAccount: 20 * 1024 * 1024 * 1024,
  maxConnections: 2_000,
  headerTimeout: 10_000,
  idleTimeout: 72_000,
  maxSubscribers: 500,
};
