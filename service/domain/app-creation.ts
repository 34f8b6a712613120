import type { ErrorDetail } from '../../contract/errors.ts';
import type { AppCreation } from '../../contract/service-api/app-instances.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { refusal } from '../../contract/refusal.ts';

/** What there is from where the caller stands: other accounts' things are as things that do not exist. */
export interface InSight {
  folder(id: string): boolean;
  account(id: number): boolean;
  user(id: number): boolean;
  composition(id: number): boolean;
}

/** An app instance to be made. `userId` null: the caller. `compositionId` null: nothing is loaded. */
export interface PlannedApp {
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  userId: number | null;
  shared: boolean;
  outputs: string[];
  compositionId: number | null;
}

/** The app templates that there are. */
const templateIds = [57, 85];
/** Each template has this one version: the published one, the one in development, and the one with this id. */
const templateVersion = 1;
/** The one output of an app instance that names none. Source: decisions.md "Lifecycle". */
const defaultOutput = 'Output';

/**
 * The app instance that a request of row 11 describes. Throws `body-invalid` with one detail for each id that does not
 * exist and for whatever else cannot be.
 */
export function plannedApp(asked: AppCreation, inSight: InSight): PlannedApp {
  const plan = new AppPlan(asked, inSight);
  const planned = {
    folder: asked.folder,
    name: asked.name,
    templateId: plan.templateId(),
    templateVersion: plan.templateVersion(),
    userId: plan.userId(),
    shared: asked.shareurl === '1',
    outputs: (asked.outputList ?? [{}]).map(({ Name, name }) => name ?? Name ?? defaultOutput),
    compositionId: plan.compositionId(),
  };
  plan.checkPlace();
  if (plan.problems.length > 0) throw refusal(plan.problems);
  return planned;
}

/** The check of one request: ask for what it describes, then read the problems. */
class AppPlan {
  readonly problems: ErrorDetail[] = [];
  readonly #asked: AppCreation;
  readonly #inSight: InSight;

  constructor(asked: AppCreation, inSight: InSight) {
    this.#asked = asked;
    this.#inSight = inSight;
  }

  checkPlace(): void {
    const { folder, account_id } = this.#asked;
    if (!this.#inSight.folder(folder)) this.#problem(['folder'], 'there is no folder with this id');
    if (account_id !== undefined) this.#known('account', account_id, ['account_id']);
  }

  userId(): number | null {
    const { user_id } = this.#asked;
    return user_id === undefined ? null : this.#known('user', user_id, ['user_id']);
  }

  templateId(): number {
    const id = numberIn(this.#asked.apptemplate_id);
    if (id !== undefined && templateIds.includes(id)) return id;
    this.#problem(['apptemplate_id'], `there is no app template with this id, only ${templateIds.join(' and ')}`);
    return 0;
  }

  templateVersion(): number {
    const { apptemplate_version_id: id, apptemplate_version_status: status } = this.#asked;
    if (id === undefined && status === undefined) {
      this.#problem(['apptemplate_version_status'], 'expected this or apptemplate_version_id');
    }
    if (id !== undefined && numberIn(id) !== templateVersion) {
      this.#problem(['apptemplate_version_id'], 'there is no version of an app template with this id');
    }
    return templateVersion;
  }

  /** The one composition that every output shows: that which the outputs name, else the first that there is. */
  compositionId(): number | null {
    const listed = (this.#asked.compositionList ?? []).map((entry, at) => this.#listed(entry, at));
    const outputs = this.#asked.outputList ?? [{}];
    let shown: number | null = null;
    for (const [at, { defaultComposition: index }] of outputs.entries()) {
      if (index === undefined) continue;
      const path = ['outputList', at, 'defaultComposition'];
      const named = listed[index];
      if (named === undefined) this.#problem(path, `compositionList has no entry ${index}`);
      else if (shown !== null && named !== null && named !== shown) {
        this.#problem(
          path,
          'expected the same composition at every output: an app instance has one loaded composition',
        );
      } else shown ??= named;
    }
    return outputs.length === 0 ? null : (shown ?? listed[0] ?? null);
  }

  /** The composition of an entry in either spelling; null where there is none with that id. */
  #listed(entry: NonNullable<AppCreation['compositionList']>[number], at: number): number | null {
    const nested = entry.composition !== undefined;
    const refId = nested ? entry.composition?.refId : entry.refId;
    const path = ['compositionList', at, ...(nested ? ['composition'] : []), 'refId'];
    if (refId !== undefined) return this.#known('composition', String(refId), path);
    this.#problem(path, 'expected the id of a composition, here or in composition.refId');
    return null;
  }

  #known(kind: 'account' | 'user' | 'composition', written: string, path: readonly PropertyKey[]): number | null {
    const id = numberIn(written);
    if (id !== undefined && this.#inSight[kind](id)) return id;
    this.#problem(path, `there is no ${kind} with this id`);
    return null;
  }

  #problem(path: readonly PropertyKey[], message: string): void {
    this.problems.push({ path: jsonPath(path), message });
  }
}

/** The id that a text holds; undefined where it holds none. Ids are positive, and whole as far as numbers are exact. */
export function numberIn(written: string): number | undefined {
  const id = /^[1-9]\d*$/.test(written) ? Number(written) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
