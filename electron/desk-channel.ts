/**
 * The only channel between a window and the shell. It carries text in both directions and nothing else.
 *
 * A document first sends {@link opening}, and the shell answers with {@link opening}. Text that either side receives
 * before that belongs to the previous document, and is dropped. Otherwise, after a reload, an answer still under way
 * would be taken for the answer to a new question.
 */
export const deskChannel = 'desk';

/** The text that starts a document's conversation. */
export const opening = '';

/** The longest text (UTF-16 units) that a window may send: a file of 10 MiB as base64, and the message around it. */
export const longestText = 16 * 1024 * 1024;
