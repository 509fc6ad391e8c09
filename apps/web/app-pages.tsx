import { type ComponentType, useEffect, useState } from 'react';
import { lazyNamed } from './lib/lazy-named';
import { useUser } from './lib/session/session';
import { AppShell } from './shell/app-shell';
import { PageFallback } from './shell/routing/page-fallback';

/** By the names that the routes give them. */
export const PAGES = {
  dashboard: lazyNamed(() => import('./features/dashboard/dashboard-page'), 'DashboardPage'),
  products: lazyNamed(() => import('./features/products/list/products-page'), 'ProductsPage'),
  suppliers: lazyNamed(() => import('./features/suppliers/suppliers-page'), 'SuppliersPage'),
  purchasing: lazyNamed(() => import('./features/purchasing/purchasing-page'), 'PurchasingPage'),
  orders: lazyNamed(() => import('./features/orders/list/orders-page'), 'OrdersPage'),
  order: lazyNamed(() => import('./features/orders/page/order-page'), 'OrderPage'),
  integrations: lazyNamed(() => import('./features/integrations/integrations-page'), 'IntegrationsPage'),
  tutorial: lazyNamed(() => import('./features/tutorial/tutorial-page'), 'TutorialPage'),
  subscription: lazyNamed(() => import('./features/subscription/subscription-page'), 'SubscriptionPage'),
  account: lazyNamed(() => import('./features/account/account-page'), 'AccountPage'),
  apiKeys: lazyNamed(() => import('./features/api-keys/api-keys-page'), 'ApiKeysPage'),
  team: lazyNamed(() => import('./features/team/team-page'), 'TeamPage'),
  costs: lazyNamed(() => import('./features/costs/costs-page'), 'CostsPage'),
  admin: lazyNamed(() => import('./features/admin/admin-page'), 'AdminPage'),
};

export type PageName = keyof typeof PAGES;

const OwnerOnlyPage = lazyNamed(() => import('./features/team/owner-only-page'), 'OwnerOnlyPage');

/** What people of a team do not see. */
const OWNER_PAGES: ReadonlySet<PageName> = new Set(['subscription', 'apiKeys', 'team']);

/** One of the pages inside the shell. Where their files lie is not loaded with the login page. */
export function AppPage({ name }: { name: PageName }) {
  const { equipe } = useUser();
  const Page = equipe && OWNER_PAGES.has(name) ? OwnerOnlyPage : PAGES[name];
  return <ArrivingPage key={name} page={Page} />;
}

interface Loadable {
  preload: () => Promise<unknown>;
  isLoaded: () => boolean;
}

/** Draws a page as soon as its code is there: Suspense would leave the fallback standing for at least 300 ms. */
function ArrivingPage({ page: Page }: { page: ComponentType & Loadable }) {
  const [loading] = useState(() => (Page.isLoaded() ? null : begin(Page)));
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [isLoaded, setLoaded] = useState(loading === null);
  useEffect(() => {
    loading?.then(
      () => setLoaded(true),
      (error: unknown) => setFailure({ error }),
    );
  }, [loading]);
  if (failure !== null) throw failure.error;
  return isLoaded ? <Page /> : <PageFallback />;
}

function begin({ preload }: Loadable): Promise<unknown> {
  const loading = preload();
  // The result of an abandoned rendering is not used.
  loading.catch(() => undefined);
  return loading;
}

/** The shell around them, in the same file: one less to wait for. */
export function PagesShell() {
  return <AppShell />;
}
