import type { Pipe } from './link.ts';

export function pipePair(): { near: Pipe; far: Pipe; close(): void } {
  const [near, far] = [new PipeEnd(), new PipeEnd()];
  near.other = far;
  far.other = near;
  const close = (): void => [near, far].forEach((end) => end.closeHandlers.forEach((handler) => handler()));
  return { near, far, close };
}

class PipeEnd implements Pipe {
  other: PipeEnd | undefined;
  readonly closeHandlers: (() => void)[] = [];
  readonly messageHandlers: ((text: string) => void)[] = [];

  send(text: string): void {
    queueMicrotask(() => this.other?.messageHandlers.forEach((handler) => handler(text)));
  }

  onMessage(handler: (text: string) => void): void {
    this.messageHandlers.push(handler);
  }

  onClose(handler: () => void): void {
    this.closeHandlers.push(handler);
  }
}
