import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../electron/command-line.ts';

describe('the data directory on the command line', () => {
  it.each([
    [['electron', 'main.js', '--data', '/shows/tonight'], '/shows/tonight'],
    [['overlay-desk', '--data=/shows/tonight', '--no-sandbox'], '/shows/tonight'],
    [['overlay-desk', '--data', 'tonight'], resolve('tonight')],
    [['overlay-desk', '--no-sandbox'], undefined],
  ])('%j is %s', (words, directory) => {
    expect(commandLine(words)).toEqual({ data: directory, smoke: false, show: undefined });
  });

  it('may be that of a smoke test', () => {
    expect(commandLine(['overlay-desk', '--no-sandbox', '--smoke'])).toEqual({
      data: undefined,
      smoke: true,
      show: undefined,
    });
  });

  it.each([
    [['overlay-desk', '/shows/arena.overlayshow'], '/shows/arena.overlayshow'],
    [['electron', 'main.js', '--data', '/tonight', 'arena.OverlayShow'], resolve('/stick', 'arena.OverlayShow')],
    [['overlay-desk', '--no-sandbox', 'file:///shows/the%20arena.overlayshow'], '/shows/the arena.overlayshow'],
    [['overlay-desk', 'arena.txt'], undefined],
  ])('%j opens the show file %s', (words, show) => {
    expect(commandLine(words, '/stick').show).toBe(show);
  });

  it.each([
    [['overlay-desk', '--data']],
    [['overlay-desk', '--data=']],
    [['overlay-desk', '--data', '--no-sandbox']],
    [['overlay-desk', '--data=-x']],
  ])('%j lacks one, and says so', (words) => {
    expect(() => commandLine(words)).toThrow('--data needs a directory, as in --data DIR');
  });
});
