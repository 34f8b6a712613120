import { expect, it } from 'vitest';
import { settled } from '../../kit/manual-clock.ts';
import { snapshot } from '../../kit/desk/scripted-ports.ts';
import { held, openLiveShow, show } from '../../kit/service/scripted-show.ts';

type Opened = Awaited<ReturnType<typeof openLiveShow>>;

/** The graphics that the screen says were changed elsewhere. */
const elsewhere = ({ view }: Opened): string[] =>
  Object.entries(view.subs).flatMap(([id, { changed }]) => (changed ? [id] : []));

/** The lower third is In with other words, as a service tells it that was loaded or missed. */
const loaded = (revision: number) => snapshot(show, [held('third', 'In', { line1: 'New' })], revision);

const load = (screen: Opened['screen']): Promise<unknown> =>
  screen.call('service', { endpoint: 'loadComposition', params: {}, body: { refId: '12' } });

it.each(['answer', 'snapshot'])('what this desk loads was not changed elsewhere, with the %s first', async (first) => {
  const opened = await openLiveShow();
  const { ports, screen } = opened;
  const asked = load(screen);
  await settled();
  const heard = (): Promise<void> => ports.hear(loaded(2));
  const answered = (): Promise<void> => ports.request.answer({ body: '"Ok"', etag: '"2"' });
  for (const next of first === 'answer' ? [answered, heard] : [heard, answered]) await next();
  await asked;
  await settled();
  expect([opened.view.subs['embedded-1/third']?.state, elsewhere(opened)]).toEqual(['In', []]);
});

it('what others load while a load of this desk fails was changed elsewhere', async () => {
  const opened = await openLiveShow();
  const { ports, screen } = opened;
  const asked = load(screen);
  asked.catch(() => undefined);
  await settled();
  await ports.hear(loaded(2));
  expect(elsewhere(opened)).toEqual([]);
  await ports.request.answer({ status: 404, body: '{"error":{"message":"No.","code":404}}' });
  await settled();
  expect(elsewhere(opened)).toEqual(['embedded-1/third']);
});

it('what this desk took was not changed elsewhere, where a new snapshot tells it first', async () => {
  const opened = await openLiveShow();
  const { ports, screen } = opened;
  await screen.call('do', { action: { do: 'set', subComposition: 'embedded-1/third', field: 'line1', value: 'New' } });
  await screen.call('do', { action: { do: 'take', subComposition: 'embedded-1/third', to: 'In' } });
  await ports.request.answer({ etag: '"3"' });
  await ports.hear(loaded(3));
  expect([opened.view.subs['embedded-1/third']?.state, elsewhere(opened)]).toEqual(['In', []]);
});
