import { lazyPart } from './lib/lazy-part';
import { markUnattendedCalls } from './lib/live/unattended';
import { useUser } from './lib/session/session';
import { AppShell } from './shell/app-shell';
import { PageFallback } from './shell/routing/page-fallback';

markUnattendedCalls();

const ARRIVING = { fallback: <PageFallback /> };

/** By the names that the routes give them. */
export const PAGES = {
  dashboard: lazyPart(() => import('./features/dashboard/dashboard-page'), 'DashboardPage', ARRIVING),
  products: lazyPart(() => import('./features/products/list/products-page'), 'ProductsPage', ARRIVING),
  suppliers: lazyPart(() => import('./features/suppliers/suppliers-page'), 'SuppliersPage', ARRIVING),
  purchasing: lazyPart(() => import('./features/purchasing/purchasing-page'), 'PurchasingPage', ARRIVING),
  orders: lazyPart(() => import('./features/orders/list/orders-page'), 'OrdersPage', ARRIVING),
  order: lazyPart(() => import('./features/orders/page/order-page'), 'OrderPage', ARRIVING),
  integrations: lazyPart(
    () => import('./features/integrations/integrations-page'),
    'IntegrationsPage',
    ARRIVING,
  ),
  tutorial: lazyPart(() => import('./features/tutorial/tutorial-page'), 'TutorialPage', ARRIVING),
  subscription: lazyPart(
    () => import('./features/subscription/subscription-page'),
    'SubscriptionPage',
    ARRIVING,
  ),
  account: lazyPart(() => import('./features/account/account-page'), 'AccountPage', ARRIVING),
  apiKeys: lazyPart(() => import('./features/api-keys/api-keys-page'), 'ApiKeysPage', ARRIVING),
  activity: lazyPart(() => import('./features/activity/activity-page'), 'ActivityPage', ARRIVING),
  team: lazyPart(() => import('./features/team/team-page'), 'TeamPage', ARRIVING),
  costs: lazyPart(() => import('./features/costs/costs-page'), 'CostsPage', ARRIVING),
  admin: lazyPart(() => import('./features/admin/admin-page'), 'AdminPage', ARRIVING),
};

export type PageName = keyof typeof PAGES;

const OwnerOnlyPage = lazyPart(() => import('./features/team/owner-only-page'), 'OwnerOnlyPage', ARRIVING);

/** What people of a team do not see. */
const OWNER_PAGES: ReadonlySet<PageName> = new Set(['subscription', 'apiKeys', 'team']);

/** One of the pages inside the shell. Where their files lie is not loaded with the login page. */
export function AppPage({ name }: { name: PageName }) {
  const { equipe } = useUser();
  const Page = equipe && OWNER_PAGES.has(name) ? OwnerOnlyPage : PAGES[name];
  return <Page />;
}

/** The shell around them, in the same file: one less to wait for. */
export function PagesShell() {
  return <AppShell />;
}
