import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import { errorIn } from '../../../contract/errors.ts';
import { Action } from '../../../contract/actions/actions.ts';
import type { TriggerList } from '../../../contract/desk-api/remote.ts';
import { checkTrigger, type Triggered } from '../../../desk/remote/remote-clients.ts';

const told = (only: Partial<TriggerList> | undefined, triggered: Triggered): string => {
  try {
    checkTrigger({ name: 'Panel', ...(only && { only: { triggers: [], targets: [], ...only } }) }, triggered);
    return 'carried out';
  } catch (thrown) {
    return errorIn(thrown).message;
  }
};
const refused = (what: string): string => texts.remote.notOnList('Panel', what);
const take = Action.parse({ do: 'take', subComposition: 'news/t', to: 'In' });
const fireCue = Action.parse({ do: 'fireCue', cue: 'c1' });

it.each<[string, Partial<TriggerList> | undefined, Triggered, string]>([
  ['no list', undefined, take, 'carried out'],
  ['an empty list', {}, { do: 'push' }, 'carried out'],
  ['its kind', { triggers: ['take'] }, take, 'carried out'],
  ['another kind', { triggers: ['go'] }, take, refused('take')],
  ['its sub-composition', { targets: ['news/t'] }, take, 'carried out'],
  ['its app instance', { targets: ['news'] }, take, 'carried out'],
  ['another app instance', { targets: ['new'] }, take, refused('take of news/t')],
  ['its cue', { targets: ['c1'] }, fireCue, 'carried out'],
  ['another cue', { targets: ['c2', 'news'] }, fireCue, refused('fireCue of c1')],
  ['its kind, and not its cue', { triggers: ['fireCue'], targets: ['c2'] }, fireCue, refused('fireCue of c1')],
  ['cues alone', { targets: ['c1'] }, { do: 'go' }, refused('go, which names neither a cue nor an app instance')],
  ['one app instance', { targets: ['news'] }, { do: 'panic', app: 'news' }, 'carried out'],
  [
    'one app instance',
    { targets: ['news'] },
    { do: 'panic' },
    refused('panic, which names neither a cue nor an app instance'),
  ],
  ['other actions', { triggers: ['go'] }, { do: 'panic' }, refused('panic')],
  ['actions alone', { triggers: ['go'] }, { do: 'push' }, refused('push')],
  ['actions alone', { triggers: ['go'] }, { do: 'import' }, refused('import')],
  ['pushes', { triggers: ['push'] }, { do: 'push' }, 'carried out'],
])('a client whose list has %s (%j) triggers %j: %s', (_, only, triggered, outcome) => {
  expect(told(only, triggered)).toBe(outcome);
});
