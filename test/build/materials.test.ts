import { describe, expect, it } from 'vitest';
import { electronRuntime, materials } from '../../build/package/materials.ts';

interface List {
  components: { name: string; version: string; purl: string; licenses: unknown[]; hashes: { content: string }[] }[];
}

describe('the list of materials', () => {
  const shipped = [
    { name: '@fastify/cors', version: '11.4.3', licence: 'MIT', text: '' },
    { name: '@julusian/midi', version: '3.8.1', licence: 'MIT', text: '' },
    { name: 'RtMidi', version: '6.0.0', licence: '(MIT OR Apache-2.0)', text: '' },
  ];
  const { components } = JSON.parse(materials(shipped, electronRuntime())) as List;

  it('has every package by its own name, with the hash of the lockfile, and Electron', () => {
    expect(components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40fastify/cors@11.4.3',
      'pkg:npm/%40julusian/midi@3.8.1',
      'pkg:generic/RtMidi@6.0.0',
      expect.stringMatching(/^pkg:npm\/electron@\d+\.\d+\.\d+$/),
    ]);
    expect(components.map(({ hashes }) => hashes.map(({ content }) => content.length))).toEqual([
      [128],
      [128],
      [],
      [128],
    ]);
  });

  it('has their licences, also where there is a choice', () => {
    expect(components.map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'MIT' } }],
      [{ license: { id: 'MIT' } }],
      [{ expression: '(MIT OR Apache-2.0)' }],
      [{ license: { id: 'MIT' } }],
    ]);
  });

  it('is the same each time', () => {
    expect(materials(shipped, electronRuntime())).toBe(materials(shipped, electronRuntime()));
  });
});
