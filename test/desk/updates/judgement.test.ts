import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../../../contract/release.ts';
import { judgeRelease, type JudgedRelease, notKept, situationProblems } from '../../../desk/updates/judgement.ts';

const facts = { name: 'Overlay Desk', version: '1.3.0', expires: '2027-11-24', files: {} } as const;
const names = [
  'overlay-desk-1.3.0-linux-x64.deb',
  'overlay-desk-1.3.0-linux-arm64.deb',
  'overlay-desk-1.3.0-win-x64-UNSIGNED.exe',
  'overlay-desk-1.3.0-mac-arm64.zip',
  'overlay-desk-host_1.3.0_amd64.deb',
];
const installed = { version: '1.2.0', kinds: ['deb'], processor: 'x64', machine: 'Linux, x64' } as const;
const judged: JudgedRelease = {
  facts,
  names,
  installed,
  stepBack: false,
  kept: false,
  now: Date.parse('2027-11-24T23:00:00Z'),
};
const older = { ...facts, version: '1.1.9' };
const olderNames = ['overlay-desk-1.1.9-linux-x64.deb'];

describe('a release is judged', () => {
  it.each<[string, Partial<JudgedRelease>, string]>([
    ['newer', {}, 'overlay-desk-1.3.0-linux-x64.deb'],
    [
      'for another processor',
      { installed: { ...installed, processor: 'arm64' } },
      'overlay-desk-1.3.0-linux-arm64.deb',
    ],
    [
      'for Windows, where nobody signed the installer itself',
      { installed: { ...installed, kinds: ['exe'] } },
      'overlay-desk-1.3.0-win-x64-UNSIGNED.exe',
    ],
    [
      'for a Mac, whose second kind is there',
      { installed: { ...installed, kinds: ['dmg', 'zip'], processor: 'arm64' } },
      'overlay-desk-1.3.0-mac-arm64.zip',
    ],
    ['for the host', { installed: { ...installed, kinds: ['host deb'] } }, 'overlay-desk-host_1.3.0_amd64.deb'],
    [
      'older, as it is asked for',
      { facts: older, names: olderNames, stepBack: true },
      'overlay-desk-1.1.9-linux-x64.deb',
    ],
    [
      'older, kept, and expired since',
      { facts: { ...older, expires: '2027-01-01' }, names: olderNames, stepBack: true, kept: true },
      'overlay-desk-1.1.9-linux-x64.deb',
    ],
    [
      'the same, expired since, to be kept',
      { facts: { ...facts, version: '1.2.0', expires: '2027-01-01' }, names: ['overlay-desk-1.2.0-linux-x64.deb'] },
      'overlay-desk-1.2.0-linux-x64.deb',
    ],
  ])('%s: its installer is taken', (_what, change, installer) => {
    expect(judgeRelease({ ...judged, ...change })).toEqual({ installer });
  });

  it.each<[string, Partial<JudgedRelease>, string]>([
    ['older', { facts: older }, texts.updates.older('1.1.9', '1.2.0')],
    ['newer, as a step back', { stepBack: true }, texts.updates.newer('1.3.0', '1.2.0')],
    ['expired', { now: Date.parse('2027-11-25T00:00:00Z') }, texts.updates.expired('1.3.0', '2027-11-24')],
    [
      'expired and older, from a folder',
      { facts: { ...older, expires: '2027-01-01' }, names: olderNames, stepBack: true },
      texts.updates.expired('1.1.9', '2027-01-01'),
    ],
    [
      'for other systems',
      { installed: { ...installed, kinds: ['rpm'] } },
      texts.updates.otherSystems('1.3.0', 'Linux, x64'),
    ],
    [
      'for other processors',
      { names: ['overlay-desk-1.3.0-linux-arm64.deb'] },
      texts.updates.otherSystems('1.3.0', 'Linux, x64'),
    ],
    ['of another version in its name', { names: olderNames }, texts.updates.otherSystems('1.3.0', 'Linux, x64')],
  ])('%s: refused', (_what, change, said) => {
    expect(judgeRelease({ ...judged, ...change })).toBe(said);
  });
});

it.each<[string, Parameters<typeof notKept>[0], string]>([
  ['signed', { ...installed, marked: '1.2.0' }, 'overlay-desk-1.2.0-linux-x64.deb'],
  ['that nobody signed', { ...installed, marked: '1.2.0 UNSIGNED' }, 'overlay-desk-1.2.0-linux-x64-UNSIGNED.deb'],
  ['of a host', { ...installed, kinds: ['host deb'], marked: '1.2.0' }, 'overlay-desk-host_1.2.0_amd64.deb'],
])('a desk without the installer of its own version, %s, names it', (_what, desk, installer) => {
  expect(notKept(desk, ['1.1.9'])).toBe(texts.updates.noStepBack('1.2.0', installer));
  expect(notKept(desk, ['1.1.9', '1.2.0'])).toBe('');
});

it.each([
  ['1.2.0', '1.10.0', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.2.0', '1.2.0', 0],
  ['1.2.0-rc.1', '1.2.0', -1],
  ['1.2.0', '1.2.0-rc.1', 1],
  ['1.2.0-rc.2', '1.2.0-rc.10', -1],
])('version %s beside %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order);
});

describe('a desk that is at work', () => {
  const idle = { onAir: [], unknown: [], cues: [], locked: false };

  it('is not updated, and says each reason', () => {
    expect(situationProblems(idle)).toEqual([]);
    expect(
      situationProblems({ onAir: ['Lower Third', 'Clock'], unknown: ['Bug'], cues: ['12'], locked: true }),
    ).toEqual([
      texts.updates.onAir('Lower Third, Clock'),
      texts.updates.unknown('Bug'),
      texts.updates.cueWaits('12'),
      texts.updates.locked,
    ]);
  });

  it('names five of what is on air, and counts the others', () => {
    const onAir = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    expect(situationProblems({ ...idle, onAir })).toEqual([texts.updates.onAir('A, B, C, D, E and 2 more')]);
  });
});
