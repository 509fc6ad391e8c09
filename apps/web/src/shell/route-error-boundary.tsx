import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state';

/** A page that cannot be drawn, or whose code did not arrive, never takes the shell down with it. */
export class RouteErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="Não foi possível abrir esta página"
        description="Verifique sua conexão. Se a Esteira foi atualizada, recarregar resolve."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
