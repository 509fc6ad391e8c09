import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { lazyPart } from '../lib/lazy-part';
import { setLiveInterrupted } from '../lib/live/connection-store';
import { useSession } from '../lib/session/session';
import { ConnectionBar } from './banners/connection-bar';
import { DeferredLinkPrefetch } from './prefetch/deferred-link-prefetch';
import { FullScreenMessage } from './routing/full-screen-message';
import { RouteErrorBoundary } from './routing/route-error-boundary';

// Changes are followed only after the sign-in, so the first view of the login page does without this code.
const LiveUpdates = lazyPart(() => import('./live/live-updates'), 'LiveUpdates', {
  onMissing: () => setLiveInterrupted(true),
});

/** Around every page, with the sidebar and without. */
export function RootFrame() {
  const { status } = useSession();
  return (
    <>
      <RouteErrorBoundary>
        <Suspense fallback={<FullScreenMessage text="Carregando..." />}>
          <Outlet />
        </Suspense>
      </RouteErrorBoundary>
      <ConnectionBar />
      {status === 'signed-in' && (
        <>
          <LiveUpdates />

          <DeferredLinkPrefetch />
        </>
      )}
    </>
  );
}
