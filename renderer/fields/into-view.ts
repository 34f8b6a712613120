import type { Attachment } from 'svelte/attachments';

/** A sentence that appears below the edge of its pane would look like a press that does nothing. */
export const intoView: Attachment<HTMLElement> = (sentence) => sentence.scrollIntoView({ block: 'nearest' });
