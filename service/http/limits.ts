import { usualBodyLimits } from '../../contract/json-body.ts';
import { usualValueLimits, type ValueLimits } from '../../contract/model/value-limits.ts';

/** Times in ms, sizes in bytes. */
export interface Limits extends ValueLimits {
  maxBody: number;
  maxUpdate: number;
  /** For assets and graphics; thumbnails have a separate limit. */
  maxUpload: number;
  /** 0 for no limit. */
  maxAccount: number;
  maxDepth: number;
  maxItems: number;
  maxFields: number;
  maxOutputs: number;
  /** Includes live channels. */
  maxConnections: number;
  /** For a request's headers. The whole request may take six times as long. */
  headerTimeout: number;
  /** Excludes live channels. */
  idleTimeout: number;
  maxSubscribers: number;
}

/**
 * Enough for 5,000 fields in a body and a large control room. Idle connections outlast an operator's pause of a minute.
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
