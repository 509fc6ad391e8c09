import { Component, type ReactNode } from 'react';
import { isServerThere } from '../../lib/live/connection-store';
import { ErrorState } from '../../ui/lists/error-state';

interface BoundaryState {
  failed: boolean;
  retrying: boolean;
}

/** A page that cannot be drawn, or whose code did not arrive, never takes the shell down with it. */
export class RouteErrorBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false, retrying: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  /**
   * Browsers remember for good that a module did not load, and a newer version names its files anew: both take a
   * reload. Without the server that would end on the browser's own error page.
   */
  private readonly retry = async () => {
    this.setState({ retrying: true });
    if (await isServerThere()) window.location.reload();
    else this.setState({ retrying: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="Não foi possível abrir esta página"
        description="Verifique sua conexão. Se a Esteira foi atualizada, tentar novamente traz a nova versão."
        onRetry={this.retry}
        retrying={this.state.retrying}
      />
    );
  }
}
