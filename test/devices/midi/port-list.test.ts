import { describe, expect, it } from 'vitest';
import { listPorts, type ListedPort, type PortNames } from '../../../devices/midi/port-list.ts';

/** Reads the names one after the other, as the driver does, and gives each list: `direction id name @place`. */
function readings(...names: PortNames[]): string[][] {
  let ids = 0;
  let listed: ListedPort[] = [];
  return names.map((now) => {
    listed = listPorts(now, listed, () => ({ id: `${(ids += 1)}` }));
    return listed.map(({ info, place }) => `${info.direction} ${info.id} ${info.name} @${place}`);
  });
}

describe('the list of MIDI ports', () => {
  it('keeps the id of a port that stays, wherever it moves', () => {
    expect(
      readings({ in: ['Pad'], out: ['Pad'] }, { in: ['Faders', 'Pad'], out: ['Pad'] }, { in: ['Pad'], out: [] }),
    ).toEqual([['in 1 Pad @0', 'out 2 Pad @0'], ['in 3 Faders @0', 'in 1 Pad @1', 'out 2 Pad @0'], ['in 1 Pad @0']]);
  });

  it('gives a port that comes back another id', () => {
    expect(readings({ in: ['Pad'], out: [] }, { in: [], out: [] }, { in: ['Pad'], out: [] })).toEqual([
      ['in 1 Pad @0'],
      [],
      ['in 2 Pad @0'],
    ]);
  });

  it('tells devices of the same name apart by their order', () => {
    expect(readings({ in: ['Pad', 'Pad'], out: [] }, { in: ['Pad', 'Faders', 'Pad'], out: [] })).toEqual([
      ['in 1 Pad @0', 'in 2 Pad @1'],
      ['in 1 Pad @0', 'in 3 Faders @1', 'in 2 Pad @2'],
    ]);
  });

  it('takes all devices of a name for new ones when one of them comes or goes, because nobody knows which', () => {
    const two = { in: ['Pad', 'Pad'], out: ['Pad'] };
    expect(readings(two, { in: ['Pad'], out: ['Pad'] }, two)).toEqual([
      ['in 1 Pad @0', 'in 2 Pad @1', 'out 3 Pad @0'],
      ['in 4 Pad @0', 'out 3 Pad @0'],
      ['in 5 Pad @0', 'in 6 Pad @1', 'out 3 Pad @0'],
    ]);
  });

  it('leaves out what RtMidi opens itself, and what went while it was read', () => {
    const ours = ['RtMidi Output Client:RtMidi Output 129:0', 'RtMidi Output Client-01:RtMidi Output', ''];
    expect(readings({ in: [...ours, 'RtMidi Output Client:Pad'], out: ['RtMidi Input Client:RtMidi Input'] })).toEqual([
      ['in 1 RtMidi Output Client:Pad @3'],
    ]);
  });

  it('leaves out the loop of Linux, on which a lamp would come back as a press', () => {
    const loop = 'Midi Through:Midi Through Port-0 14:0';
    expect(readings({ in: [loop, 'Pad'], out: [loop] })).toEqual([['in 1 Pad @1']]);
  });
});
