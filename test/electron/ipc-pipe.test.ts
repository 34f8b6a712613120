import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pipe } from '../../contract/link/link.ts';
import { deskChannel, longestText, opening } from '../../electron/desk-channel.ts';
import { refusal, serveWindow } from '../../electron/ipc-pipe.ts';

class Contents extends EventEmitter {
  mainFrame = { url: 'overlay-desk://app/index.html' };
  sent: string[] = [];
  destroyed = false;
  send(_channel: string, text: string): void {
    this.sent.push(text);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

type Sender = Pick<IpcMainEvent, 'sender' | 'senderFrame'>;
const sender = (contents: Contents, senderFrame: unknown = contents.mainFrame): Sender =>
  ({ sender: contents, senderFrame }) as unknown as Sender;

describe('a message to the desk', () => {
  const window = new Contents();
  const replaced = Object.assign(new Contents(), { mainFrame: { url: 'https://example.com/' } });
  const whyNot = (from: Sender, args: unknown[], contents = window): string | undefined =>
    refusal(from, contents as unknown as WebContents, args);

  it('is heard when it is text from the screens', () => {
    expect(whyNot(sender(window), ['{}'])).toBeUndefined();
  });

  it.each([
    ['another window', sender(new Contents()), ['{}'], 'it came from another window'],
    [
      'the program picture',
      sender(window, { url: window.mainFrame.url }),
      ['{}'],
      'it came from a frame inside the window',
    ],
    ['a frame that has gone', sender(window, null), ['{}'], 'it came from a frame inside the window'],
    ['what is not text', sender(window), [{ call: 'take' }], 'it is not a text'],
    ['two texts', sender(window), ['{}', '{}'], 'it is not a text'],
    ['nothing', sender(window), [], 'it is not a text'],
    ['too long a text', sender(window), ['x'.repeat(longestText + 1)], 'it is longer than 16777216 characters'],
  ])('is refused from or as %s', (_what, from, args, why) => {
    expect(whyNot(from, args)).toBe(why);
  });

  it('is refused from a page that took the place of the screens', () => {
    expect(whyNot(sender(replaced), ['{}'], replaced)).toBe('it came from https://example.com/');
  });

  it('is heard up to the longest text', () => {
    expect(whyNot(sender(window), ['x'.repeat(longestText)])).toBeUndefined();
  });
});

describe('a window that is served', () => {
  let ipc: EventEmitter;
  let contents: Contents;
  /** What happened, in order: pipes by number. */
  let story: string[];
  let pipes: Pipe[];

  beforeEach(() => {
    ipc = new EventEmitter();
    contents = new Contents();
    story = [];
    pipes = [];
    const serve = (pipe: Pipe): void => {
      const name = `pipe ${String(pipes.push(pipe))}`;
      story.push(`${name} opens`);
      pipe.onMessage((text) => story.push(`${name} hears ${text}`));
      pipe.onClose(() => story.push(`${name} closes`));
    };
    const port = { ipc: ipc as unknown as IpcMain, contents: contents as unknown as WebContents, serve };
    serveWindow({ ...port, refused: (what) => story.push(`refused: ${what}`) });
  });

  const say = (text: string): boolean => ipc.emit(deskChannel, sender(contents), text);

  it('has a pipe from its opening on, and answers the opening first', () => {
    say('too early');
    say(opening);
    say('a call');
    pipes[0]?.send('an answer');
    expect({ story, sent: contents.sent }).toEqual({
      story: ['pipe 1 opens', 'pipe 1 hears a call'],
      sent: [opening, 'an answer'],
    });
  });

  it('gets a pipe of its own for each document, and no answer that was meant for the one before', () => {
    say(opening);
    say(opening);
    pipes[0]?.send('late');
    pipes[1]?.send('now');
    expect({ story, sent: contents.sent }).toEqual({
      story: ['pipe 1 opens', 'pipe 1 closes', 'pipe 2 opens'],
      sent: [opening, opening, 'now'],
    });
  });

  it.each(['render-process-gone', 'destroyed'])('loses its pipe at %s', (event) => {
    say(opening);
    contents.emit(event, {}, {});
    say('a call');
    expect(story).toEqual(['pipe 1 opens', 'pipe 1 closes']);
  });

  it('is sent nothing once it is destroyed', () => {
    say(opening);
    contents.destroyed = true;
    pipes[0]?.send('late');
    expect(contents.sent).toEqual([opening]);
  });

  it('says what it refused', () => {
    ipc.emit(deskChannel, sender(contents, null), opening);
    expect(story).toEqual(['refused: a message to the desk: it came from a frame inside the window']);
  });
});
