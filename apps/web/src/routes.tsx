import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { RootFrame } from './shell/root-frame';
import { RequireNoSession, RequireSession } from './shell/routing/guards';

const LoginPage = lazy(() => import('./features/auth/login-page').then((m) => ({ default: m.LoginPage })));
const PricingPage = lazy(() =>
  import('./features/pricing/pricing-page').then((m) => ({ default: m.PricingPage })),
);
const CheckoutPage = lazy(() =>
  import('./features/checkout/checkout-page').then((m) => ({ default: m.CheckoutPage })),
);
const AppShell = lazy(() => import('./shell/app-shell').then((m) => ({ default: m.AppShell })));
const DashboardPage = lazy(() =>
  import('./features/dashboard/dashboard-page').then((m) => ({ default: m.DashboardPage })),
);
const ProductsPage = lazy(() =>
  import('./features/products/list/products-page').then((m) => ({ default: m.ProductsPage })),
);
const SuppliersPage = lazy(() =>
  import('./features/suppliers/suppliers-page').then((m) => ({ default: m.SuppliersPage })),
);
const OrdersPage = lazy(() =>
  import('./features/orders/list/orders-page').then((m) => ({ default: m.OrdersPage })),
);
const IntegrationsPage = lazy(() =>
  import('./features/integrations/integrations-page').then((m) => ({ default: m.IntegrationsPage })),
);
const TutorialPage = lazy(() =>
  import('./features/tutorial/tutorial-page').then((m) => ({ default: m.TutorialPage })),
);
const AdminPage = lazy(() => import('./features/admin/admin-page').then((m) => ({ default: m.AdminPage })));
const NotFoundPage = lazy(() =>
  import('./shell/routing/not-found-page').then((m) => ({ default: m.NotFoundPage })),
);

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
            <Route path="pedidos" element={<OrdersPage />} />
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
