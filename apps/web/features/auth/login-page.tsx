import { Link, useLocation } from 'react-router';
import { useUrlState } from '../../lib/use-url-state';
import { paths } from '../../paths';
import { Logo } from '../../shell/navigation/logo';
import { ThemeToggle } from '../../shell/navigation/theme-toggle';
import { toLoginState } from '../../shell/routing/return-path';
import { Button } from '../../ui/button';
import { Tabs } from '../../ui/tabs';
import { useTitle } from '../../ui/use-title';
import { LoginForm } from './login-form';
import { ProductPanel } from './product-panel';
import { RegisterForm } from './register-form';

const TABS = [
  { value: 'entrar', label: 'Entrar' },
  { value: 'registrar', label: 'Registrar' },
];

export function LoginPage() {
  const { params, set } = useUrlState();
  const location = useLocation();
  const registering = params.get('aba') === 'registrar';
  const ended = toLoginState(location.state)?.sessionEnded ?? false;
  useTitle(registering ? 'Registrar' : 'Entrar');

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col px-5 py-5 sm:px-10">
        <div className="flex items-center justify-between">
          <Logo />
          <ThemeToggle />
        </div>
        {/* From a fixed line downwards: what is centred jumps with every error and tab. */}
        <div className="mx-auto grid w-full max-w-[360px] flex-1 content-start gap-6 pt-[clamp(2rem,14vh,9rem)] pb-10">
          <h1 className="font-semibold text-2xl tracking-tight">
            {registering ? 'Crie sua conta' : 'Entre na sua conta'}
          </h1>
          {ended && (
            <p role="status" className="rounded-lg bg-info-soft px-3 py-2 text-info-text">
              Sua sessão expirou. Entre novamente para continuar de onde parou.
            </p>
          )}
          <div>
            <Tabs
              label="Acesso"
              stretch
              tabs={TABS}
              value={registering ? 'registrar' : 'entrar'}
              onValueChange={(aba) => set({ aba: aba === 'registrar' ? aba : null }, { replace: true })}
            >
              <div className="pt-5">{registering ? <RegisterForm /> : <LoginForm />}</div>
            </Tabs>
          </div>
          <div className="grid gap-3 border-border border-t pt-5 text-center">
            <p className="text-balance text-muted">Plataforma de automação para Mercado Livre e Amazon</p>
            <Button asChild>
              <Link to={paths.pricing}>Ver Planos e Preços</Link>
            </Button>
          </div>
        </div>
      </main>
      <ProductPanel />
    </div>
  );
}
