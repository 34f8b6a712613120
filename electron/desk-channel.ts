/**
 * The one channel between a window and the shell. It carries text and nothing else, both ways.
 *
 * A document begins by sending {@link opening}, and the shell answers it with {@link opening}: what either side hears
 * before that belongs to the document that was there before, and is dropped. Without it an answer that was under way
 * while a window reloaded would be taken for the answer to another question.
 */
export const deskChannel = 'desk';

/** The text that begins a document's conversation. */
export const opening = '';

/** The longest text (UTF-16 units) that a window may send: a file of 10 MiB as base64, and what stands around it. */
export const longestText = 16 * 1024 * 1024;
