import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ConnectionBar } from './connection-bar';
import { FullScreenMessage } from './full-screen-message';
import { RouteErrorBoundary } from './route-error-boundary';

/** The frame of the pages without the sidebar. */
export function PublicFrame() {
  return (
    <>
      <ConnectionBar />
      <RouteErrorBoundary>
        <Suspense fallback={<FullScreenMessage text="Carregando..." />}>
          <Outlet />
        </Suspense>
      </RouteErrorBoundary>
    </>
  );
}
