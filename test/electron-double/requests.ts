import type { Chromium } from './chromium.ts';
import { schemes } from './schemes.ts';
import type { WebContentsDouble } from './web-contents.ts';

interface Windows {
  /** Whether a page that comes to exist now is that of a window that the shell makes. */
  making(): boolean;
  /** The contents that a frame belongs to; those of the window where it is too deep inside to be known. */
  owner(frameId: string): WebContentsDouble | undefined;
}

/**
 * Have every document of the whole browser wait for the shell's word before it is asked for, and every window that a page
 * opens before it is there; and answer what is asked of the shell's own schemes.
 */
export async function guardRequests(chromium: Chromium, { making, owner }: Windows): Promise<void> {
  const { root } = chromium;
  /** The pages that pages opened, by their main frame, and whether they may be. */
  const opened = new Map<string, boolean>();
  root.on('Target.targetCreated', ({ targetInfo: { type, targetId, openerId } }) => {
    if (type !== 'page' || making()) return;
    const may = owner(openerId ?? '')?.mayOpen() ?? false;
    opened.set(targetId, may);
    if (!may) closePage(chromium, targetId).catch(() => undefined);
  });
  root.on('Fetch.requestPaused', ({ requestId, request, frameId, resourceType, redirectedRequestId }) => {
    const decide = async (): Promise<void> => {
      const document = { request, frameId, ...(redirectedRequestId && { redirectedRequestId }) };
      const may = resourceType !== 'Document' || (opened.get(frameId) ?? owner(frameId)?.mayGo(document) ?? false);
      if (!may) {
        return void (await root.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
      }
      const answer = await schemes.answer(request);
      if (answer) await root.send('Fetch.fulfillRequest', { requestId, ...answer });
      else await root.send('Fetch.continueRequest', { requestId });
    };
    decide().catch((error: unknown) => {
      console.error('The double could not carry out a request:', error);
    });
  });
  await root.send('Target.setDiscoverTargets', { discover: true });
  await root.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document' }, { urlPattern: 'https://*.invalid/*' }],
  });
}

async function closePage(chromium: Chromium, targetId: string): Promise<void> {
  const { root } = chromium;
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  // Who drives the browser by its port may hold new pages; one that is closed while it is held holds its opener too.
  await chromium.session(sessionId).send('Runtime.runIfWaitingForDebugger');
  await root.send('Target.closeTarget', { targetId });
}
