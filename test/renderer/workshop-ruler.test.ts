import { describe, expect, it } from 'vitest';
import { withEffects, withElementMoved, withNewElement } from '../../scene/edit/element-edits.ts';
import { newElement } from '../../scene/edit/new-element.ts';
import {
  endMovedBy,
  grids,
  lineLength,
  movedBy,
  rulerRows,
  shownTime,
  snapped,
  startMovedBy,
  ticks,
  timeWords,
} from '../../renderer/workshop/timeline/ruler.ts';
import { ids, lowerThirdContent } from '../kit/screens/scripted-workshop.ts';

const bar = { delay: 100, duration: 400 };
const frame = grids.find(({ name }) => name === '30 frames/s')!.step;

describe('a bar on the ruler', () => {
  it('is moved as a whole, on the grid and never before the beginning', () => {
    expect(movedBy(bar, 34, 20)).toEqual({ delay: 140, duration: 400 });
    expect(movedBy(bar, -500, 20)).toEqual({ delay: 0, duration: 400 });
    expect(movedBy(bar, 0, frame)).toEqual({ delay: 100, duration: 400 });
  });

  it('is made longer or shorter at its end, and keeps a step at least', () => {
    expect(endMovedBy(bar, 51, 20)).toEqual({ delay: 100, duration: 460 });
    expect(endMovedBy(bar, -900, 20)).toEqual({ delay: 100, duration: 20 });
    expect(endMovedBy(bar, frame, frame)).toEqual({ delay: 100, duration: 433.33 });
  });

  it('is made longer or shorter at its start, while its end stays', () => {
    expect(startMovedBy(bar, -60, 20)).toEqual({ delay: 40, duration: 460 });
    expect(startMovedBy(bar, 900, 20)).toEqual({ delay: 480, duration: 20 });
    expect(startMovedBy({ delay: 0, duration: 40 }, -20, 20)).toEqual({ delay: 0, duration: 40 });
  });

  it('keeps to frames to a hundredth of a millisecond', () => {
    expect([snapped(34, frame), snapped(99, frame), snapped(-5, frame)]).toEqual([33.33, 100, 0]);
  });
});

describe('a line', () => {
  const content = lowerThirdContent();
  const entry = content.compositions[ids.third]!;

  it('has a row for each element, also for those that do not move', () => {
    const still = withEffects(content, { sub: ids.third, element: 'plate' }, {}).compositions[ids.third]!;
    const rows = rulerRows(still, 'In').map(({ element, timing }) => [element.id, timing?.delay, timing?.duration]);
    expect(rows).toEqual([
      ['plate', undefined, undefined],
      ['words', 100, 400],
    ]);
    expect(rulerRows(entry, 'Out2').every(({ timing }) => timing === undefined)).toBe(true);
  });

  it('shows what a group holds as much later as the group staggers it', () => {
    const group = { ...newElement('group', []), stagger: 80 };
    const { content: grouped } = withNewElement(content, { sub: ids.third, element: undefined }, group);
    const inside = ['words', 'plate'].reduce(
      (present, element) => withElementMoved(present, { sub: ids.third, element }, 'into'),
      grouped,
    );
    const rows = rulerRows(inside.compositions[ids.third]!, 'In');
    expect(rows.map(({ element, depth, lead }) => [element.id, depth, lead])).toEqual([
      ['group', 0, 0],
      ['plate', 1, 0],
      ['words', 1, 80],
    ]);
    expect(lineLength(rows)).toBe(580);
  });

  it('is as long as its last motion, and the ruler shows somewhat more', () => {
    expect([lineLength(rulerRows(entry, 'In')), shownTime(500), shownTime(1_000), shownTime(0)]).toEqual([
      500, 1_000, 1_500, 1_000,
    ]);
  });
});

it('a ruler says no more times than it has room for', () => {
  expect(ticks(1_000, 640)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  expect(ticks(1_000, 200)).toEqual([0, 500]);
  expect([0, 240, 1_500].map(timeWords)).toEqual(['0.00 s', '0.24 s', '1.50 s']);
});
