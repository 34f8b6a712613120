/**
 * The only channel between a window and the shell; it carries only text.
 *
 * A document first sends {@link opening}, and the shell replies with {@link opening}. Earlier text belongs to the
 * previous document and is dropped; otherwise a late answer after a reload would match a new question.
 */
export const deskChannel = 'desk';

export const opening = '';

/** Maximum UTF-16 units from a window: a 10 MiB file as base64, plus its message. */
export const longestText = 16 * 1024 * 1024;
