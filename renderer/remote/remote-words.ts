import type { RemoteRight } from '../../contract/desk-api/remote.ts';

/** What a client may do, in the operator's words. */
export const rightNames: Record<RemoteRight, string> = {
  watch: 'may watch',
  fire: 'may watch and fire',
  edit: 'may watch, fire and import',
};
