import { useEffect } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useConnection } from '../../lib/live/connection-store';
import { followIntent } from './follow-intent';
import type { PageAhead } from './page-ahead';
import { pageOf } from './page-of';

/** Loads the code of the page that somebody is about to open, and the first of what it shows. */
export function LinkIntent() {
  const utils = trpc.useUtils();

  useEffect(
    () =>
      followIntent((url) => {
        if (isSparing()) return;
        // What does not come is asked for again, and reported, by the page itself.
        loadPage(url.pathname).then(
          (page) => page?.fetchAhead?.(utils, url),
          () => undefined,
        );
      }),
    [utils],
  );

  return null;
}

async function loadPage(pathname: string): Promise<PageAhead | undefined> {
  const name = pageOf(pathname);
  // Imported late, or each page would load its parts in other files.
  const { PAGES } = await import('../../app-pages');
  const page: object | undefined = name === null ? undefined : await PAGES[name].preload();
  return page;
}

/** Whoever pays for every byte, or cannot reach the server, asks for no more than what is opened. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || !useConnection.getState().reachable;
}
