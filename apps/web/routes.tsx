import { matchPath, Route, Routes } from 'react-router';
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

/** From letters, or on the way to one. */
const AUTH_MAIL_PAGES = [
  ['esqueci-senha', 'forgot'],
  ['redefinir-senha', 'reset'],
  ['confirmar-email', 'confirm'],
  ['convite', 'invitation'],
] as const;

/** Behind the sign-in: each path, and the name of its page. */
const APP_PAGES = [
  ['produtos', 'products'],
  ['fornecedores', 'suppliers'],
  ['compras', 'purchasing'],
  ['pedidos', 'orders'],
  ['pedidos/:id', 'order'],
  ['integracao', 'integrations'],
  ['tutorial', 'tutorial'],
  ['configuracoes', 'subscription'],
  ['configuracoes/assinatura', 'subscription'],
  ['configuracoes/conta', 'account'],
  ['configuracoes/custos', 'costs'],
  ['configuracoes/equipe', 'team'],
  ['configuracoes/atividade', 'activity'],
  ['configuracoes/chaves-api', 'apiKeys'],
  ['admin', 'admin'],
] as const;

/** Whoever has a session waits once, for its check and for the code of the page; what fails here the page tells of. */
export async function loadPageAhead(pathname: string): Promise<void> {
  const name = pathname === '/' ? 'dashboard' : APP_PAGES.find(([path]) => matchPath(path, pathname))?.[1];
  if (name) await (await loadPages()).PAGES[name].preload();
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootFrame />}>
        <Route element={<RequireNoSession />}>
          <Route path="login" element={<LoginPage />} />
        </Route>
        {AUTH_MAIL_PAGES.map(([path, name]) => (
          <Route key={path} path={path} element={<AuthMailPage name={name} />} />
        ))}
        <Route path="pricing" element={<PricingPage />} />
        <Route element={<RequireSession />}>
          <Route path="checkout/:planoId" element={<CheckoutPage />} />
          <Route path="checkout/:planoId/renovacao" element={<RenewalPage />} />
          <Route element={<PagesShell />}>
            <Route index element={<AppPage name="dashboard" />} />
            {APP_PAGES.map(([path, name]) => (
              <Route key={path} path={path} element={<AppPage name={name} />} />
            ))}
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
