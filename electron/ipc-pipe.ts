import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import type { Pipe } from '../contract/link/link.ts';
import { isOwnOrigin } from './app-protocol.ts';
import { deskChannel, longestText, opening } from './desk-channel.ts';

/** A window, and who serves its screens. */
export interface ScreenPort {
  ipc: Pick<IpcMain, 'on'>;
  contents: WebContents;
  /** Called once for each document that opens in the window, a reload included. */
  serve(pipe: Pipe): void;
  /** Called for each refusal, for the log. */
  refused(what: string): void;
}

/** Serves each document of the window on a pipe of its own, which closes when the document goes. */
export function serveWindow({ ipc, contents, serve, refused }: ScreenPort): void {
  let current: ScreenPipe | undefined;
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
    current = new ScreenPipe(contents);
    contents.send(deskChannel, opening);
    serve(current);
  });
}

type Sender = Pick<IpcMainEvent, 'sender' | 'senderFrame'>;

/**
 * Why a message is refused; undefined if it is accepted. Attacks: a frame inside the window (the program picture),
 * another window, or a page in place of the screens talks to the desk; a page sends something other than text, or so
 * much text that the desk stalls.
 */
export function refusal(
  { sender, senderFrame }: Sender,
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

class ScreenPipe implements Pipe {
  readonly #contents: WebContents;
  readonly #onMessage: ((text: string) => void)[] = [];
  readonly #onClose: (() => void)[] = [];
  #closed = false;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  send(text: string): void {
    // An answer may come after the window has gone, and Electron throws for a destroyed window.
    if (!this.#closed && !this.#contents.isDestroyed()) this.#contents.send(deskChannel, text);
  }

  onMessage(handler: (text: string) => void): void {
    this.#onMessage.push(handler);
  }

  onClose(handler: () => void): void {
    this.#onClose.push(handler);
  }

  receive(text: string): void {
    for (const handler of this.#onMessage) handler(text);
  }

  close(): void {
    this.#closed = true;
    for (const handler of this.#onClose) handler();
  }
}
