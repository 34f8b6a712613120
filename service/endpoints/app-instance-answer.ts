import type { AppInstance, Output } from '../../contract/model/app-instance.ts';
import { type LoadedComposition, loadedIn, outputId } from '../domain/outputs.ts';
import type { StoredApp } from '../store/app-instances.ts';
import type { StoredComposition } from '../store/compositions.ts';
import type { Work } from '../work.ts';

/** App instances for rows 1, 2, 4 and 11. Create per request; reads shared compositions once. */
export class AppAnswers {
  readonly #work: Pick<Work, 'addresses' | 'apps' | 'store'>;
  readonly #compositions = new Map<number, StoredComposition | undefined>();

  constructor(work: Pick<Work, 'addresses' | 'apps' | 'store'>) {
    this.#work = work;
  }

  /** Source: "App instance (first generation)". */
  appInstance(app: StoredApp): AppInstance {
    const { addresses } = this.#work;
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
      onair_url: addresses.onair(app.outputs[0]?.token),
      control_url: addresses.control(app.token),
      access_token: app.token,
      share_control_url: app.shared && app.token !== null ? addresses.control(app.token) : null,
      share_api_url: app.shared && app.token !== null ? addresses.controlApp(app.token) : null,
      outputs: app.outputs.map(({ name, loaded }) => ({
        name,
        device_id: null,
        ...(loaded && { composition: this.#shown(app, loaded) }),
      })),
    };
  }

  /** Source: "Output (list of outputs)". */
  outputs(app: StoredApp): Output[] {
    const { addresses } = this.#work;
    return app.outputs.map(({ name, token, loaded }, at) => ({
      id: outputId(at),
      compExtract: loaded ? this.#shown(app, loaded).name : '',
      name,
      url: addresses.onair(token),
      databaseUrl: addresses.appInstance(app.id),
    }));
  }

  thumbnail(app: StoredApp): string {
    return this.thumbnails(app)[0] ?? this.#work.addresses.thumbnail(undefined);
  }

  thumbnails(app: StoredApp): string[] {
    return loadedIn(app.outputs).map((loaded) => this.#shown(app, loaded).thumbnail);
  }

  /** A deleted composition stays on air, under its root's name. */
  #shown({ id, accountId }: StoredApp, { id: loadedId, compositionId }: LoadedComposition) {
    const { addresses, apps, store } = this.#work;
    const composition = this.#composition(accountId, compositionId);
    const root = composition ? undefined : apps.byId(accountId, id)?.composition(loadedId)?.controlled.root;
    const picture = composition?.pictureId ? store.pictureHead(composition.pictureId) : undefined;
    return {
      id: compositionId,
      name: composition?.name ?? root?.name ?? '',
      thumbnail: addresses.thumbnail(picture),
    };
  }

  #composition(accountId: number, id: number): StoredComposition | undefined {
    if (!this.#compositions.has(id)) this.#compositions.set(id, this.#work.store.composition(accountId, id));
    return this.#compositions.get(id);
  }
}
