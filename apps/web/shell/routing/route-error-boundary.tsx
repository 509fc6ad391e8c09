import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useReload } from '../../lib/live/use-reload';
import { ErrorState } from '../../ui/lists/error-state';

/** A page that cannot be drawn, or whose code did not arrive, never takes the shell down with it. */
export function RouteErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={BrokenPage}>{children}</ErrorBoundary>;
}

function BrokenPage() {
  const { retry, retrying } = useReload();
  return (
    <ErrorState
      title="Não foi possível abrir esta página"
      description="Verifique sua conexão. Se a Esteira foi atualizada, tentar novamente traz a nova versão."
      onRetry={retry}
      retrying={retrying}
    />
  );
}
