export const firstEmail = 'admin@overlay.local';
