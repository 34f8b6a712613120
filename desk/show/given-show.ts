import type { DeskView } from '../../contract/desk-api/desk-api.ts';

/** A show file handed over by the system. A screen opens the file; only the operator adds it. */
export function givenShow(changed: () => void) {
  let given: DeskView['givenShow'] = null;
  const give = (path: DeskView['givenShow']): void => {
    given = path;
    changed();
  };
  const takeGivenShow = ({ path }: { path: string }): void => {
    if (path === given) give(null);
  };
  return { view: () => given, give, calls: { takeGivenShow } };
}
