import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { deskChannel, longestText, opening } from '../desk-channel.ts';

const handlers: ((text: string) => void)[] = [];
let open = false;

ipcRenderer.on(deskChannel, (_event: IpcRendererEvent, text: string) => {
  if (text === opening) open = true;
  else if (open) for (const handler of handlers) handler(text);
});
ipcRenderer.send(deskChannel, opening);

/**
 * The complete shell API for a page: a text pipe to the desk. Never extend it; `contract/desk-api` defines the
 * requests, and the desk checks them.
 */
contextBridge.exposeInMainWorld('deskPipe', {
  send(text: unknown): void {
    const sent = String(text);
    // Throws here, because the shell would drop the text silently.
    if (sent.length > longestText) throw new Error(`The text is longer than ${String(longestText)} characters.`);
    if (sent !== opening) ipcRenderer.send(deskChannel, sent);
  },
  onMessage(handler: (text: string) => void): void {
    handlers.push(handler);
  },
});
