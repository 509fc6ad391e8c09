import { Route, Routes } from 'react-router';
import { lazyNamed } from './lib/lazy-named';
import { RootFrame } from './shell/root-frame';
import { RequireNoSession, RequireSession } from './shell/routing/guards';

const LoginPage = lazyNamed(() => import('./features/auth/login-page'), 'LoginPage');
const PricingPage = lazyNamed(() => import('./features/pricing/pricing-page'), 'PricingPage');
const CheckoutPage = lazyNamed(() => import('./features/checkout/checkout-page'), 'CheckoutPage');
const AppShell = lazyNamed(() => import('./shell/app-shell'), 'AppShell');
const DashboardPage = lazyNamed(() => import('./features/dashboard/dashboard-page'), 'DashboardPage');
const ProductsPage = lazyNamed(() => import('./features/products/list/products-page'), 'ProductsPage');
const SuppliersPage = lazyNamed(() => import('./features/suppliers/suppliers-page'), 'SuppliersPage');
const PurchasingPage = lazyNamed(() => import('./features/purchasing/purchasing-page'), 'PurchasingPage');
const OrdersPage = lazyNamed(() => import('./features/orders/list/orders-page'), 'OrdersPage');
const OrderPage = lazyNamed(() => import('./features/orders/page/order-page'), 'OrderPage');
const IntegrationsPage = lazyNamed(
  () => import('./features/integrations/integrations-page'),
  'IntegrationsPage',
);
const TutorialPage = lazyNamed(() => import('./features/tutorial/tutorial-page'), 'TutorialPage');
const AdminPage = lazyNamed(() => import('./features/admin/admin-page'), 'AdminPage');
const NotFoundPage = lazyNamed(() => import('./shell/routing/not-found-page'), 'NotFoundPage');

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootFrame />}>
        <Route element={<RequireNoSession />}>
          <Route path="login" element={<LoginPage />} />
        </Route>
        <Route path="pricing" element={<PricingPage />} />
        <Route element={<RequireSession />}>
          <Route path="checkout/:planoId" element={<CheckoutPage />} />
          <Route element={<AppShell />}>
            <Route index element={<DashboardPage />} />
            <Route path="produtos" element={<ProductsPage />} />
            <Route path="fornecedores" element={<SuppliersPage />} />
            <Route path="compras" element={<PurchasingPage />} />
            <Route path="pedidos" element={<OrdersPage />} />
            <Route path="pedidos/:id" element={<OrderPage />} />
            <Route path="integracao" element={<IntegrationsPage />} />
            <Route path="tutorial" element={<TutorialPage />} />
            <Route path="admin" element={<AdminPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
