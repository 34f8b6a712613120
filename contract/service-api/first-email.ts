/** The user that a service makes at its first start, unless its operator names another. */
export const firstEmail = 'admin@overlay.local';
