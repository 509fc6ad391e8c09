import { useEffect } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useConnection } from '../../lib/live/connection-store';
import type { PageAhead } from './page-ahead';
import { pageOf } from './page-of';
import { watchLinks } from './watch-links';

/** Loads the code of the page that a link is about to open, and its first data. */
export function LinkPrefetch() {
  const utils = trpc.useUtils();

  useEffect(
    () =>
      watchLinks((url) => {
        if (isSparing()) return;
        // The page itself retries and reports what fails here.
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
  // A static import would put the parts of each page into other files.
  const { PAGES } = await import('../../app-pages');
  const page: object | undefined = name === null ? undefined : await PAGES[name].preload();
  return page;
}

/** No prefetching with `saveData`, or while the server cannot be reached. */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || !useConnection.getState().reachable;
}
