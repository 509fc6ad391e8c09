import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../../lib/session/session';
import { getSession } from '../../lib/session/session-store';
import { paths } from '../../paths';
import { FullScreenMessage } from './full-screen-message';
import { type LoginState, toReturnPath } from './return-path';

export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <Waiting />;
  if (session.status === 'signed-in') return <Outlet />;

  // Whoever left by hand starts afresh; whoever was sent away comes back to the same place.
  const { ending } = getSession();
  const state: LoginState | null =
    ending === 'logout'
      ? null
      : { from: location.pathname + location.search + location.hash, sessionEnded: ending === 'refused' };
  return <Leave to={paths.login} state={state} />;
}

export function RequireNoSession() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <Waiting />;
  if (session.status === 'signed-in') return <Leave to={toReturnPath(location.state)} state={null} />;
  return <Outlet />;
}

/** Until the page there has arrived, the router leaves standing what this draws. */
const Leave = ({ to, state }: { to: string; state: LoginState | null }) => (
  <>
    <Navigate to={to} replace state={state} />
    <Waiting />
  </>
);

const Waiting = () => <FullScreenMessage text="Carregando..." />;
