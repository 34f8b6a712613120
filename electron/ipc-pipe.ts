import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import type { Pipe } from '../contract/link/link.ts';
import { isOwnOrigin } from './app-protocol.ts';
import { deskChannel, longestText, opening } from './desk-channel.ts';

interface ScreenPort {
  ipc: Pick<IpcMain, 'on'>;
  contents: WebContents;
  serve(pipe: Pipe): void;
  refused(what: string): void;
}

/** Each document gets its own pipe, which closes with the document. */
export function serveWindow({ ipc, contents, serve, refused }: ScreenPort): void {
  let current: ReturnType<typeof screenPipe> | undefined;
  const end = (): void => {
    current?.close();
    current = undefined;
  };
  contents.on('render-process-gone', end);
  contents.on('destroyed', end);
  ipc.on(deskChannel, (event, ...args: unknown[]) => {
    const why = refusal(event, contents, args);
    if (why) return refused(`a message to the desk: ${why}`);
    const [text] = args as [string];
    if (text !== opening) return current?.receive(text);
    end();
    current = screenPipe(contents);
    contents.send(deskChannel, opening);
    serve(current);
  });
}

/**
 * Undefined if accepted. Attacks: a frame, another window or a foreign page talks to the desk; a page sends non-text,
 * or enough text to stall the desk.
 */
export function refusal(
  { sender, senderFrame }: Pick<IpcMainEvent, 'sender' | 'senderFrame'>,
  contents: WebContents,
  args: readonly unknown[],
): string | undefined {
  if (sender !== contents) return 'it came from another window';
  if (senderFrame === null || senderFrame !== contents.mainFrame) return 'it came from a frame inside the window';
  if (!isOwnOrigin(senderFrame.url)) return `it came from ${senderFrame.url}`;
  const [text] = args;
  if (args.length !== 1 || typeof text !== 'string') return 'it is not a text';
  if (text.length > longestText) return `it is longer than ${String(longestText)} characters`;
  return undefined;
}

function screenPipe(contents: WebContents) {
  const messageHandlers: ((text: string) => void)[] = [];
  const closeHandlers: (() => void)[] = [];
  let closed = false;
  return {
    send(text: string): void {
      // An answer may arrive after the window is gone; Electron throws for a destroyed window.
      if (!closed && !contents.isDestroyed()) contents.send(deskChannel, text);
    },
    onMessage: (handler: (text: string) => void): void => void messageHandlers.push(handler),
    onClose: (handler: () => void): void => void closeHandlers.push(handler),
    receive: (text: string): void => messageHandlers.forEach((handler) => handler(text)),
    close(): void {
      closed = true;
      for (const handler of closeHandlers) handler();
    },
  };
}
