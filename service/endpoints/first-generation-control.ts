import type { FirstUpdateItem } from '../../contract/model/app-instance.ts';
import * as contract from '../../contract/service-api/app-instances.ts';
import type { HeldApp } from '../held-app.ts';
import {
  firstControl,
  firstModel,
  inFirstPath,
  inFirstWords,
  subCompositionList,
  updateItems,
} from '../domain/first-generation.ts';
import { AppAnswers } from './app-instance-answer.ts';
import { ownApp, ownWithOutput, withOutput } from './app-of.ts';
import type { ListedDetails } from '../../contract/refusal.ts';
import { type CheckedRequest, handler, type Work } from './handler.ts';
import { updateShow } from './update-show.ts';

/** Rows 3, 5, 6, 9 and 10, each by account and by token. */
export const firstGenerationControl = [
  handler(contract.readFirstModel, (request, work) => model(ownApp(request, work), work)),
  handler(contract.readFirstModelByToken, ({ app }, work) => model(app, work)),
  handler(contract.readFirstControl, (request, work) => control(ownApp(request, work), work)),
  handler(contract.readFirstControlByToken, ({ app }, work) => control(app, work)),
  handler(contract.listSubCompositions, (request, work) => subCompositions(ownApp(request, work), work)),
  handler(contract.listSubCompositionsByToken, ({ app }, work) => subCompositions(app, work)),
  handler(
    contract.updateFirstControl,
    (request, work) => update(() => ownWithOutput(request, work), request, work),
    ownWithOutput,
  ),
  handler(
    contract.updateFirstControlByToken,
    (request, work) => update(() => withOutput(request.app), request, work),
    ({ app }) => withOutput(app),
  ),
];

function model({ show, stored }: HeldApp, work: Work) {
  work.commits.flush();
  const thumbnails = { roots: new AppAnswers(work).thumbnails(stored), other: work.addresses.thumbnail(undefined) };
  return { body: firstModel(show.model(), show.control(), thumbnails) };
}

function control(app: HeldApp, { commits }: Work) {
  commits.flush();
  return { body: firstControl(app.show.control()), revision: app.revision };
}

function subCompositions({ show }: HeldApp, { commits }: Work) {
  commits.flush();
  return { body: subCompositionList(show.model()) };
}

type UpdateRequest = CheckedRequest<unknown, readonly FirstUpdateItem[]>;

async function update(find: () => HeldApp, request: UpdateRequest, work: Work) {
  const items = updateItems(request.body);
  try {
    const { revision, warnings } = await updateShow(find, { items, request }, work);
    return { body: 'Ok' as const, revision, ...(warnings.count > 0 && { headers: warningHeader(warnings) }) };
  } catch (thrown) {
    throw inFirstWords(thrown);
  }
}

/** Rows 9 and 10 must answer `Ok`, so warnings go into a header, as ASCII JSON. */
function warningHeader({ first }: ListedDetails): Record<string, string> {
  const written = JSON.stringify(first.slice(0, mostWarnings).map(inFirstPath));
  const ascii = written.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { 'warning-details': ascii };
}

/** Limited by the header length that clients accept. */
const mostWarnings = 20;
