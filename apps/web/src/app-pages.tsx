import { lazyNamed } from './lib/lazy-named';
import { useUser } from './lib/session/session';
import { AppShell } from './shell/app-shell';

const PAGES = {
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

const OwnerOnlyPage = lazyNamed(() => import('./features/team/owner-only-page'), 'OwnerOnlyPage');

/** What people of a team do not see. */
const OWNER_PAGES: ReadonlySet<keyof typeof PAGES> = new Set(['subscription', 'apiKeys', 'team']);

/** One of the pages inside the shell. Where their files lie is not loaded with the login page. */
export function AppPage({ name }: { name: keyof typeof PAGES }) {
  const { equipe } = useUser();
  const Page = equipe && OWNER_PAGES.has(name) ? OwnerOnlyPage : PAGES[name];
  return <Page />;
}

/** The shell around them, in the same file: one less to wait for. */
export function PagesShell() {
  return <AppShell />;
}
