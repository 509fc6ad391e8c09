import { Route, Routes } from 'react-router';
import { lazyPage } from './lib/lazy-page';
import { RootFrame } from './shell/root-frame';
import { RequireNoSession, RequireSession } from './shell/routing/guards';

const loadPages = () => import('./app-pages');

const LoginPage = lazyPage(() => import('./features/auth/login-page'), 'LoginPage');
const AuthMailPage = lazyPage(() => import('./features/auth/mail-links/mail-pages'), 'AuthMailPage');
const PricingPage = lazyPage(() => import('./features/pricing/pricing-page'), 'PricingPage');
const CheckoutPage = lazyPage(() => import('./features/checkout/checkout-page'), 'CheckoutPage');
const RenewalPage = lazyPage(() => import('./features/checkout/renewal/renewal-page'), 'RenewalPage');
const PagesShell = lazyPage(async () => ({ PagesShell: (await loadPages()).PagesShell }), 'PagesShell');
const AppPage = lazyPage(async () => ({ AppPage: (await loadPages()).AppPage }), 'AppPage');
const NotFoundPage = lazyPage(() => import('./shell/routing/not-found-page'), 'NotFoundPage');

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootFrame />}>
        <Route element={<RequireNoSession />}>
          <Route path="login" element={<LoginPage />} />
        </Route>
        <Route path="esqueci-senha" element={<AuthMailPage name="forgot" />} />
        <Route path="redefinir-senha" element={<AuthMailPage name="reset" />} />
        <Route path="confirmar-email" element={<AuthMailPage name="confirm" />} />
        <Route path="convite" element={<AuthMailPage name="invitation" />} />
        <Route path="pricing" element={<PricingPage />} />
        <Route element={<RequireSession />}>
          <Route path="checkout/:planoId" element={<CheckoutPage />} />
          <Route path="checkout/:planoId/renovacao" element={<RenewalPage />} />
          <Route element={<PagesShell />}>
            <Route index element={<AppPage name="dashboard" />} />
            <Route path="produtos" element={<AppPage name="products" />} />
            <Route path="fornecedores" element={<AppPage name="suppliers" />} />
            <Route path="compras" element={<AppPage name="purchasing" />} />
            <Route path="pedidos" element={<AppPage name="orders" />} />
            <Route path="pedidos/:id" element={<AppPage name="order" />} />
            <Route path="integracao" element={<AppPage name="integrations" />} />
            <Route path="tutorial" element={<AppPage name="tutorial" />} />
            <Route path="configuracoes" element={<AppPage name="subscription" />} />
            <Route path="configuracoes/assinatura" element={<AppPage name="subscription" />} />
            <Route path="configuracoes/conta" element={<AppPage name="account" />} />
            <Route path="configuracoes/custos" element={<AppPage name="costs" />} />
            <Route path="configuracoes/equipe" element={<AppPage name="team" />} />
            <Route path="configuracoes/atividade" element={<AppPage name="activity" />} />
            <Route path="configuracoes/chaves-api" element={<AppPage name="apiKeys" />} />
            <Route path="admin" element={<AppPage name="admin" />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
