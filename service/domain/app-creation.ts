import type { ErrorDetail } from '../../contract/errors.ts';
import type { AppCreation } from '../../contract/service-api/app-instances.ts';
import { tooMany } from '../../contract/json-body.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { lengthProblem, type ValueLimits } from '../../contract/model/value-limits.ts';
import { refusal } from '../../contract/refusal.ts';

/** What the caller's account can see. Things of other accounts count as missing. */
export interface InSight {
  folder(id: string): boolean;
  account(id: number): boolean;
  user(id: number): boolean;
  composition(id: number): boolean;
}

/** An app instance to create. `userId` null means the caller. */
export interface PlannedApp {
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  userId: number | null;
  shared: boolean;
  /** `compositionId` null means that nothing is loaded there. */
  outputs: { name: string; compositionId: number | null }[];
}

/** How large an app instance may be. */
export type AppLimits = Pick<ValueLimits, 'maxName'> & { maxOutputs: number };

/** The ids of the app templates. */
const templateIds = [57, 85];
/** The only version of each template. It is published and in development at once, and this is its id. */
const templateVersion = 1;
/** The output of an app instance whose request names none. Source: decisions.md "Lifecycle". */
const defaultOutput = 'Output';

/**
 * Plans the app instance that a request of row 11 describes. Throws `body-invalid` with one detail for each missing id
 * and for everything else that is wrong. Throws `body-too-large` for more outputs or compositions than one may have.
 */
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

/** The check of one request. Read the plan first, then the problems. */
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

  /** The outputs, each with the composition that it names, or with the first of the list if it names none. */
  outputs(): PlannedApp['outputs'] {
    const listed = (this.#request.compositionList ?? []).map((entry, at) => this.#listed(entry, at));
    return (this.#request.outputList ?? [{}]).map(({ Name, name, defaultComposition: index }, at) => {
      if (index !== undefined && listed[index] === undefined) {
        this.#problem(['outputList', at, 'defaultComposition'], `compositionList has no entry ${index}`);
      }
      return { name: [name, Name].find((one) => one) ?? defaultOutput, compositionId: listed[index ?? 0] ?? null };
    });
  }

  /** The composition of an entry in either spelling; null if no composition has that id. */
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

/** Reads an id from text; undefined if the text is no id. Ids are positive safe integers. */
export function numberIn(written: string): number | undefined {
  const id = /^[1-9]\d*$/.test(written) ? Number(written) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
