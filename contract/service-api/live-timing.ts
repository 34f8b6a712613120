/** The channel says `beat` this often (ms) when it has nothing else to say, so that silence means a dead link. */
export const beatEvery = 500;
/** After this long (ms) without any frame a client takes the link for dead. */
export const deadAfter = 1_500;

/**
 * WebSocket close codes of the service: the token is not known (any more); the client stopped reading; the show has as many
 * live readers as it takes.
 */
export const closeCodes = { tokenUnknown: 4404, tooSlow: 4408, tooMany: 4429, shuttingDown: 1001 } as const;
