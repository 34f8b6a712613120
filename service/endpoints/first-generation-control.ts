import type { FirstUpdateItem } from '../../contract/model/app-instance.ts';
import * as contract from '../../contract/service-api/app-instances.ts';
import type { AppInstance } from '../app-instances.ts';
import { firstControl, firstModel, inFirstWords, subCompositionList, updateItems } from '../domain/first-generation.ts';
import { AppAnswers } from './app-instance-answer.ts';
import { ownApp, withOutput } from './app-of.ts';
import { handler, type Work } from './handler.ts';

/** Rows 3, 5, 6, 9 and 10, each by account and by token. */
export const firstGenerationControl = [
  handler(contract.readFirstModel, (request, work) => model(ownApp(request, work), work)),
  handler(contract.readFirstModelByToken, ({ app }, work) => model(app, work)),
  handler(contract.readFirstControl, (request, work) => control(ownApp(request, work), work)),
  handler(contract.readFirstControlByToken, ({ app }, work) => control(app, work)),
  handler(contract.listSubCompositions, (request, work) => subCompositions(ownApp(request, work), work)),
  handler(contract.listSubCompositionsByToken, ({ app }, work) => subCompositions(app, work)),
  handler(contract.updateFirstControl, (request, work) => update(ownApp(request, work), request.body, work)),
  handler(contract.updateFirstControlByToken, ({ app, body }, work) => update(app, body, work)),
];

function model({ show, stored }: AppInstance, work: Work) {
  const root = new AppAnswers(work).thumbnail(stored);
  return { body: firstModel(show.model(), { root, other: work.addresses.thumbnail(undefined) }) };
}

function control(app: AppInstance, { commits }: Work) {
  commits.flush();
  return { body: firstControl(app.show.control()), revision: app.revision };
}

function subCompositions({ show }: AppInstance, { commits }: Work) {
  commits.flush();
  return { body: subCompositionList(show.model(), show.control()) };
}

async function update(app: AppInstance, items: readonly FirstUpdateItem[], { commits }: Work) {
  withOutput(app);
  try {
    return { body: 'Ok' as const, revision: await commits.update(app, updateItems(items)) };
  } catch (thrown) {
    throw inFirstWords(thrown);
  }
}
