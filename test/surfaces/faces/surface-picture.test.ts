import { describe, expect, it } from 'vitest';
import type { PicturedControl } from '../../../contract/desk-api/controller.ts';
import { DeviceProfile } from '../../../surfaces/profiles/device-profile.ts';
import { profileControls } from '../../../surfaces/profiles/profile-controls.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import { pictureOf } from '../../../surfaces/faces/surface-picture.ts';
import type { Face, SurfaceControl } from '../../../surfaces/surface.ts';
import { Deck } from '../../../surfaces/hid/deck.ts';
import { XKeys } from '../../../surfaces/hid/x-keys.ts';

const box = DeviceProfile.parse({
  name: 'Box',
  source: [{ document: 'Its manual', pages: '7' }],
  ports: ['Box'],
  lamps: [{ controls: 'note 1/1-2', lamp: { off: '90 n 00', onAir: '90 n 7F' } }],
  rings: [{ controls: 'cc 1/16', send: 's n v', from: '00', to: '7F', off: 's n 00' }],
  picture: [
    [{ knobs: 'cc 1/16', counts: 'sign' }, { gap: 2 }, { buttons: 'note 1/9' }],
    [{ buttons: 'note 1/1-2' }, { faders: 'cc 1/7' }],
  ],
});

/** Controls that lie on another one, or are there twice. */
function overlaps(controls: readonly SurfaceControl[]): string[] {
  const seen = new Set<string>();
  return controls.flatMap(({ name, at }) => {
    const marks = [name, ...(at ? [`${at.row}/${at.column}`] : [])];
    const isNew = marks.every((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNew ? [] : [name];
  });
}

function picture(
  profile: DeviceProfile,
  shown: { faces?: [string, Face][]; stands?: [string, number][]; mapped?: string[] } = {},
): PicturedControl[] {
  return pictureOf({
    surface: { controls: profileControls(profile, true) },
    faces: new Map(shown.faces),
    stands: new Map(shown.stands),
    mapped: new Set(shown.mapped),
  });
}

describe('the picture of a device', () => {
  it('has each control at its place, with what it shows and how it stands', () => {
    const air: Face = {
      state: 'onAir',
      name: 'Title',
      does: 'In',
      word: 'ON AIR',
      due: { what: 'out', at: 4_000, left: null },
    };
    expect(picture(box, { faces: [['note 1/1', air]], stands: [['cc 1/7', 0.25]] })).toEqual([
      {
        control: 'note 1/1',
        use: 'button',
        row: 1,
        column: 0,
        state: 'onAir',
        name: 'Title',
        does: 'In',
        word: 'ON AIR',
      },
      { control: 'note 1/2', use: 'button', row: 1, column: 1 },
      { control: 'cc 1/16', use: 'encoder', encoder: 'sign', row: 0, column: 0 },
      { control: 'note 1/9', use: 'button', row: 0, column: 3 },
      { control: 'cc 1/7', use: 'fader', row: 1, column: 2, stands: 0.25 },
    ]);
  });

  it('has below them what is mapped besides, in rows of eight', () => {
    const mapped = ['note 1/1', ...Array.from({ length: 8 }, (_, nth) => `note 2/${nth}`), 'cc 2/1'];
    const others = picture(box, { mapped }).slice(5);
    expect(others.map(({ control, use, row, column }) => `${control} ${use} ${row}/${column}`)).toEqual([
      ...Array.from({ length: 8 }, (_, nth) => `note 2/${nth} button 2/${nth}`),
      'cc 2/1 fader 3/0',
    ]);
  });

  it('is there for each profile that comes with the desk, with every ring and motor', () => {
    for (const profile of ownProfiles) {
      const controls = profileControls(profile, true);
      const unplaced = controls.filter(({ has, at }) => !at && (has.ring ?? has.motor));
      expect([profile.name, overlaps(controls), unplaced]).toEqual([profile.name, [], []]);
      expect(picture(profile).length, profile.name).toBeGreaterThan(20);
    }
  });

  it.each([
    [0x0fd9, 0x006c, 32, '3/7'],
    [0x0fd9, 0x0084, 20, '4/3'],
    [0x0fd9, 0x009a, 10, '2/3'],
    [0x0fd9, 0x0086, 3, '0/2'],
    [0x05f3, 1029, 24, '5/3'],
    [0x05f3, 1062, 14, '3/1'],
    [0x05f3, 1130, 8, '0/7'],
  ])('is that of the model of a panel: %i %i', (vendor, product, count, lowest) => {
    const { controls } = (Deck.open({ vendor, product }) ?? XKeys.open({ vendor, product }))!;
    const places = controls.map(({ name, at }): SurfaceControl => ({ name, kind: 'button', has: {}, at }));
    const last = controls
      .map(({ at }) => at)
      .sort((one, other) => one.row - other.row || one.column - other.column)
      .at(-1)!;
    expect([controls.length, overlaps(places), `${last.row}/${last.column}`]).toEqual([count, [], lowest]);
  });
});
