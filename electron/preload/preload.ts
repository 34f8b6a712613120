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
 * All that a page gets from the shell: a pipe of text to the desk. These two functions never grow. Everything that a
 * screen can request is in `contract/desk-api`, and is checked by the desk.
 */
contextBridge.exposeInMainWorld('deskPipe', {
  send(text: unknown): void {
    const sent = String(text);
    // Throws here with a message, because the shell drops such a text without an answer.
    if (sent.length > longestText) throw new Error(`The text is longer than ${String(longestText)} characters.`);
    if (sent !== opening) ipcRenderer.send(deskChannel, sent);
  },
  onMessage(handler: (text: string) => void): void {
    handlers.push(handler);
  },
});
