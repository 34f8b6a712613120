import type { ErrorDetail } from '../../contract/errors.ts';
import type { AppCreation } from '../../contract/service-api/app-instances.ts';
import { tooMany } from '../../contract/json-body.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { lengthProblem, type ValueLimits } from '../../contract/model/value-limits.ts';
import { refusal } from '../../contract/refusal.ts';

/** Things of other accounts count as missing. */
interface InSight {
  folder(id: string): boolean;
  account(id: number): boolean;
  user(id: number): boolean;
  composition(id: number): boolean;
}

/** `userId` null means the caller. */
interface PlannedApp {
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  userId: number | null;
  shared: boolean;
  outputs: { name: string; compositionId: number | null }[];
}

type AppLimits = Pick<ValueLimits, 'maxName'> & { maxOutputs: number };

const templateIds = [57, 85];
/** The only version and id of each template, published and in development at once. */
const templateVersion = 1;
/** Source: decisions.md "Lifecycle". */
const defaultOutput = 'Output';

type Path = readonly PropertyKey[];
type NoteProblem = (path: Path, message: string | undefined) => void;

/** Row 11. Throws `body-invalid` with one detail per problem, and `body-too-large` for too many list entries. */
export function plannedApp(request: AppCreation, inSight: InSight, limits: AppLimits): PlannedApp {
  for (const list of ['outputList', 'compositionList'] as const) {
    const given = request[list]?.length ?? 0;
    if (given > limits.maxOutputs) throw tooMany(`entries in ${list}`, given, limits.maxOutputs);
  }
  const problems: ErrorDetail[] = [];
  const problem: NoteProblem = (path, message) => {
    if (message !== undefined) problems.push({ path: jsonPath(path), message });
  };
  const known: Known = (kind, written, path) => {
    const id = numberIn(written);
    if (id !== undefined && inSight[kind](id)) return id;
    problem(path, `there is no ${kind} with this id`);
    return null;
  };
  const { folder, name, user_id, account_id, shareurl } = request;
  const planned = {
    folder,
    name,
    templateId: templateId(request, problem),
    templateVersion: checkedVersion(request, problem),
    userId: user_id === undefined ? null : known('user', user_id, ['user_id']),
    shared: shareurl === '1',
    outputs: outputs(request, known, problem),
  };
  if (!inSight.folder(folder)) problem(['folder'], 'there is no folder with this id');
  if (account_id !== undefined) known('account', account_id, ['account_id']);
  problem(['name'], lengthProblem(name, limits.maxName));
  request.outputList?.forEach((output, at) => {
    for (const key of ['Name', 'name'] as const) {
      problem(['outputList', at, key], lengthProblem(output[key] ?? '', limits.maxName));
    }
  });
  if (problems.length > 0) throw refusal(problems);
  return planned;
}

/** The id, or null with a problem. */
type Known = (kind: 'account' | 'user' | 'composition', written: string, path: Path) => number | null;

function templateId({ apptemplate_id }: AppCreation, problem: NoteProblem): number {
  const id = numberIn(apptemplate_id);
  if (id !== undefined && templateIds.includes(id)) return id;
  problem(['apptemplate_id'], `there is no app template with this id, only ${templateIds.join(' and ')}`);
  return 0;
}

function checkedVersion(request: AppCreation, problem: NoteProblem): number {
  const { apptemplate_version_id: id, apptemplate_version_status: status } = request;
  if (id === undefined && status === undefined) {
    problem(['apptemplate_version_status'], 'expected this or apptemplate_version_id');
  }
  if (id !== undefined && numberIn(id) !== templateVersion) {
    problem(['apptemplate_version_id'], 'there is no version of an app template with this id');
  }
  return templateVersion;
}

/** Outputs without a composition get the first in the list. */
function outputs(request: AppCreation, known: Known, problem: NoteProblem): PlannedApp['outputs'] {
  const listed = (request.compositionList ?? []).map(({ composition, refId: own }, at) => {
    const refId = composition === undefined ? own : composition.refId;
    const path = ['compositionList', at, ...(composition === undefined ? [] : ['composition']), 'refId'];
    if (refId !== undefined) return known('composition', refId, path);
    problem(path, 'expected the id of a composition, here or in composition.refId');
    return null;
  });
  return (request.outputList ?? [{}]).map(({ Name, name, defaultComposition: index }, at) => {
    if (index !== undefined && listed[index] === undefined) {
      problem(['outputList', at, 'defaultComposition'], `compositionList has no entry ${index}`);
    }
    return { name: [name, Name].find((one) => one) ?? defaultOutput, compositionId: listed[index ?? 0] ?? null };
  });
}

/** Ids are positive safe integers; returns undefined otherwise. */
export function numberIn(written: string): number | undefined {
  const id = /^[1-9]\d*$/.test(written) ? Number(written) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
