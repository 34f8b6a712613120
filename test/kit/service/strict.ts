import { anyRequest, type RequestTerms } from '../../../service/domain/update-terms.ts';

/** The terms of a client that sends `Prefer: handling=strict`, as the desk always does. */
export const strict: RequestTerms = { ...anyRequest, terms: { strict: true } };
