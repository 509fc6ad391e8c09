import { useEffect } from 'react';
import type { PageName } from '../../app-pages';
import { isSparing } from '../../lib/ahead-queue';
import { trpc } from '../../lib/data/trpc';
import { paths } from '../../paths';
import type { PageAhead } from './page-ahead';
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

const NAMES: Readonly<Record<string, PageName>> = {
  [paths.dashboard]: 'dashboard',
  [paths.products]: 'products',
  [paths.suppliers]: 'suppliers',
  [paths.purchasing]: 'purchasing',
  [paths.orders]: 'orders',
  [paths.integrations]: 'integrations',
  [paths.tutorial]: 'tutorial',
  [paths.subscription]: 'subscription',
  [paths.account]: 'account',
  [paths.costs]: 'costs',
  [paths.team]: 'team',
  [paths.apiKeys]: 'apiKeys',
  [paths.admin]: 'admin',
};

/** Which page of the shell stands at this path; null for one outside of it. */
function pageOf(pathname: string): PageName | null {
  if (Object.hasOwn(NAMES, pathname)) return NAMES[pathname] ?? null;
  return pathname.startsWith(`${paths.orders}/`) ? 'order' : null;
}
