import type { AppInstance, Output } from '../../contract/model/app-instance.ts';
import type { StoredApp } from '../store/app-instances.ts';
import type { StoredComposition } from '../store/compositions.ts';
import type { Work } from './handler.ts';

/** What an app instance shows, in the words of answers. `thumbnail` is protocol-relative. */
interface Shown {
  id: number;
  name: string;
  thumbnail: string;
}

/**
 * App instances as rows 1, 2, 4 and 11 answer them. One object serves one request and reads shared compositions once.
 */
export class AppAnswers {
  readonly #work: Pick<Work, 'addresses' | 'apps' | 'store'>;
  readonly #compositions = new Map<number, StoredComposition | undefined>();

  constructor(work: Pick<Work, 'addresses' | 'apps' | 'store'>) {
    this.#work = work;
  }

  /** Source: "App instance (first generation)". */
  appInstance(app: StoredApp): AppInstance {
    const { addresses } = this.#work;
    const shown = this.#shown(app);
    return {
      id: app.id,
      tenant_id: null,
      account_id: app.accountId,
      user_id: app.userId,
      is_deleted: 0,
      fid: app.fid,
      name: app.name,
      databaseUrl: addresses.appInstance(app.id),
      thumbnail: this.thumbnail(app),
      category: null,
      apptemplate_id: app.templateId,
      apptemplate_version: app.templateVersion,
      created_at: app.createdAt,
      updated_at: app.updatedAt,
      deleted_at: null,
      flowjob_id: null,
      onair_url: addresses.onair(app.outputToken),
      control_url: app.token === null ? `${addresses.appInstance(app.id)}/control` : addresses.control(app.token),
      access_token: app.token,
      share_control_url: app.shared && app.token !== null ? addresses.control(app.token) : null,
      share_api_url: app.shared && app.token !== null ? addresses.controlApp(app.token) : null,
      outputs: app.outputs.map((name) => ({ name, device_id: null, ...(shown && { composition: shown }) })),
    };
  }

  /** Source: "Output (list of outputs)". All outputs show the same, so they share one address. */
  outputs(app: StoredApp): Output[] {
    const { addresses } = this.#work;
    const compExtract = this.#shown(app)?.name ?? '';
    return app.outputs.map((name, at) => ({
      id: String(at + 1),
      compExtract,
      name,
      url: addresses.onair(app.outputToken),
      databaseUrl: addresses.appInstance(app.id),
    }));
  }

  /** The thumbnail of its composition; the neutral picture if nothing is loaded. */
  thumbnail(app: StoredApp): string {
    return this.#shown(app)?.thumbnail ?? this.#work.addresses.thumbnail(undefined);
  }

  /** A deleted composition stays on air. Its name is then that of its root. */
  #shown(app: StoredApp): Shown | undefined {
    const { addresses, apps, store } = this.#work;
    if (app.compositionId === null) return undefined;
    const composition = this.#composition(app.accountId, app.compositionId);
    const atWork = composition ? undefined : apps.byId(app.accountId, app.id);
    const name = composition?.name ?? (atWork?.isUnreadable ? undefined : atWork?.show.composition.root.name) ?? '';
    const picture = composition?.pictureId ? store.pictureHead(composition.pictureId) : undefined;
    return { id: app.compositionId, name, thumbnail: addresses.thumbnail(picture) };
  }

  #composition(accountId: number, id: number): StoredComposition | undefined {
    if (!this.#compositions.has(id)) this.#compositions.set(id, this.#work.store.composition(accountId, id));
    return this.#compositions.get(id);
  }
}
