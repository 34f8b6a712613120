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
/** Name of the default output. Source: decisions.md "Lifecycle". */
const defaultOutput = 'Output';

/** Row 11. Throws `body-invalid` with one detail per problem, and `body-too-large` for too many list entries. */
export function plannedApp(request: AppCreation, inSight: InSight, limits: AppLimits): PlannedApp {
  for (const list of ['outputList', 'compositionList'] as const) {
    const given = request[list]?.length ?? 0;
    if (given > limits.maxOutputs) throw tooMany(`entries in ${list}`, given, limits.maxOutputs);
  }
  const plan = new AppPlan(request, inSight);
  const planned = {
    folder: request.folder,
    name: request.name,
    templateId: plan.templateId(),
    templateVersion: plan.templateVersion(),
    userId: plan.userId(),
    shared: request.shareurl === '1',
    outputs: plan.outputs(),
  };
  plan.checkPlace();
  plan.checkNames(limits);
  if (plan.problems.length > 0) throw refusal(plan.problems);
  return planned;
}

class AppPlan {
  readonly problems: ErrorDetail[] = [];
  readonly #request: AppCreation;
  readonly #inSight: InSight;

  constructor(request: AppCreation, inSight: InSight) {
    this.#request = request;
    this.#inSight = inSight;
  }

  checkPlace(): void {
    const { folder, account_id } = this.#request;
    if (!this.#inSight.folder(folder)) this.#problem(['folder'], 'there is no folder with this id');
    if (account_id !== undefined) this.#known('account', account_id, ['account_id']);
  }

  checkNames({ maxName }: AppLimits): void {
    const { name, outputList = [] } = this.#request;
    this.#problem(['name'], lengthProblem(name, maxName));
    outputList.forEach((output, at) => {
      for (const key of ['Name', 'name'] as const) {
        this.#problem(['outputList', at, key], lengthProblem(output[key] ?? '', maxName));
      }
    });
  }

  userId(): number | null {
    const { user_id } = this.#request;
    return user_id === undefined ? null : this.#known('user', user_id, ['user_id']);
  }

  templateId(): number {
    const id = numberIn(this.#request.apptemplate_id);
    if (id !== undefined && templateIds.includes(id)) return id;
    this.#problem(['apptemplate_id'], `there is no app template with this id, only ${templateIds.join(' and ')}`);
    return 0;
  }

  templateVersion(): number {
    const { apptemplate_version_id: id, apptemplate_version_status: status } = this.#request;
    if (id === undefined && status === undefined) {
      this.#problem(['apptemplate_version_status'], 'expected this or apptemplate_version_id');
    }
    if (id !== undefined && numberIn(id) !== templateVersion) {
      this.#problem(['apptemplate_version_id'], 'there is no version of an app template with this id');
    }
    return templateVersion;
  }

  /** Outputs without a composition get the first in the list. */
  outputs(): PlannedApp['outputs'] {
    const listed = (this.#request.compositionList ?? []).map((entry, at) => this.#listed(entry, at));
    return (this.#request.outputList ?? [{}]).map(({ Name, name, defaultComposition: index }, at) => {
      if (index !== undefined && listed[index] === undefined) {
        this.#problem(['outputList', at, 'defaultComposition'], `compositionList has no entry ${index}`);
      }
      return { name: [name, Name].find((one) => one) ?? defaultOutput, compositionId: listed[index ?? 0] ?? null };
    });
  }

  #listed(entry: NonNullable<AppCreation['compositionList']>[number], at: number): number | null {
    const nested = entry.composition !== undefined;
    const refId = nested ? entry.composition?.refId : entry.refId;
    const path = ['compositionList', at, ...(nested ? ['composition'] : []), 'refId'];
    if (refId !== undefined) return this.#known('composition', refId, path);
    this.#problem(path, 'expected the id of a composition, here or in composition.refId');
    return null;
  }

  #known(kind: 'account' | 'user' | 'composition', written: string, path: readonly PropertyKey[]): number | null {
    const id = numberIn(written);
    if (id !== undefined && this.#inSight[kind](id)) return id;
    this.#problem(path, `there is no ${kind} with this id`);
    return null;
  }

  #problem(path: readonly PropertyKey[], message: string | undefined): void {
    if (message !== undefined) this.problems.push({ path: jsonPath(path), message });
  }
}

/** Ids are positive safe integers; returns undefined otherwise. */
export function numberIn(written: string): number | undefined {
  const id = /^[1-9]\d*$/.test(written) ? Number(written) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
