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
 * All that a page gets from the shell: a pipe of text to the desk. These two functions never grow; whatever a screen
 * can ask is in `contract/desk-api`, and checked at the other end.
 */
contextBridge.exposeInMainWorld('deskPipe', {
  send(text: unknown): void {
    const sent = String(text);
    // Refused here with words, because the shell refuses it without an answer.
    if (sent.length > longestText) throw new Error(`The text is longer than ${String(longestText)} characters.`);
    if (sent !== opening) ipcRenderer.send(deskChannel, sent);
  },
  onMessage(handler: (text: string) => void): void {
    handlers.push(handler);
  },
});
