import { Link } from 'react-router';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { useTitle } from '../../ui/use-title';
import { Logo } from '../navigation/logo';

export function NotFoundPage() {
  useTitle('Página não encontrada');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-6 p-6 text-center">
      <Logo />
      <div className="grid gap-1">
        <p className="tabular font-medium text-primary-text">404</p>
        <h1 className="font-semibold text-xl tracking-tight">Página não encontrada</h1>
        <p className="max-w-[44ch] text-muted">
          O endereço pode ter sido digitado errado ou a página mudou de lugar.
        </p>
      </div>
      <Button asChild variant="primary">
        <Link to={paths.dashboard}>Voltar ao início</Link>
      </Button>
    </main>
  );
}
