import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ConnectionBar } from './connection-bar';
import { FullScreenMessage } from './full-screen-message';
import { LiveUpdates } from './live-updates';
import { RouteErrorBoundary } from './route-error-boundary';

/** Around every page, with the sidebar and without. */
export function RootFrame() {
  return (
    <>
      <RouteErrorBoundary>
        <Suspense fallback={<FullScreenMessage text="Carregando..." />}>
          <Outlet />
        </Suspense>
      </RouteErrorBoundary>
      <ConnectionBar />
      <LiveUpdates />
    </>
  );
}
