import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../../lib/session/session';
import { getSession } from '../../lib/session/session-store';
import { paths } from '../../paths';
import { FullScreenMessage } from './full-screen-message';
import { type LoginState, toReturnPath } from './return-path';

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <FullScreenMessage text="Carregando..." />;
  if (session.status === 'signed-in') return <Outlet />;

  // Whoever left by hand starts afresh; whoever was sent away comes back to the same place.
  const { ending } = getSession();
  const state: LoginState | null =
    ending === 'logout'
      ? null
      : { from: location.pathname + location.search, sessionEnded: ending === 'refused' };
  return <Navigate to={paths.login} replace state={state} />;
}

export function RequireNoSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <FullScreenMessage text="Carregando..." />;
  if (session.status === 'signed-in') return <Navigate to={toReturnPath(location.state)} replace />;
  return <Outlet />;
}
