import type { SecretStore } from '../ports.ts';
import type { Ground } from '../ground.ts';
import type { Actions } from '../operate/actions.ts';
import { Links } from './links.ts';
import { LiveData } from './live-data.ts';
import { ShowSources } from './show-sources.ts';
import { DataNews } from './data-news.ts';
import { SourceSecrets } from './source-secrets.ts';

/** Opens the live data of the show and restores its links from the last run. */
export function openLiveData(
  ground: Ground,
  actions: Actions,
  store: Pick<SecretStore, 'get' | 'set' | 'delete'>,
): LiveData {
  const data = ground.outside.openData((update) => liveData.update(update));
  const secrets = new SourceSecrets(store, () => sources.read());
  const sources = new ShowSources(ground, { data, secrets }, (before, name) => liveData.showEdited(before, name));
  const known = { sources, news: new DataNews(ground) };
  const liveData = new LiveData(ground, new Links(ground, actions, known), known);
  return liveData;
}
