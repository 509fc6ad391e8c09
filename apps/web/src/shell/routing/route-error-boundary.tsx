import { type ReactNode, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { pingServer } from '../../lib/live/connection-store';
import { ErrorState } from '../../ui/lists/error-state';

/** A page that cannot be drawn, or whose code did not arrive, never takes the shell down with it. */
export function RouteErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={BrokenPage}>{children}</ErrorBoundary>;
}

function BrokenPage() {
  const [retrying, setRetrying] = useState(false);

  /**
   * Browsers remember for good that a module did not load, and a newer version names its files differently: both take
   * a reload. Without the server that would end on the browser's own error page.
   */
  async function retry() {
    setRetrying(true);
    if (await pingServer()) window.location.reload();
    else setRetrying(false);
  }

  return (
    <ErrorState
      title="Não foi possível abrir esta página"
      description="Verifique sua conexão. Se a Esteira foi atualizada, tentar novamente traz a nova versão."
      onRetry={retry}
      retrying={retrying}
    />
  );
}
