import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { isHiddenTeller, joinWindows } from '../../features/notices/window-locks';
import { trpc } from '../../lib/data/trpc';
import { useFailureToasts } from '../../lib/failure-toasts';
import { useSession } from '../../lib/session/session';
import { startLiveSession } from './live-session';

/** Keeps the screens of a signed-in seller up to date, and what they tell. */
export function LiveUpdates() {
  const session = useSession();
  const token = session.status === 'signed-in' ? session.token : null;
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  useFailureToasts();
  const go = useEffectEvent((path: string) => navigate(path));

  useEffect(() => {
    if (token === null) return;
    const leaveWindows = joinWindows();
    const endSession = startLiveSession({
      token,
      queryClient,
      fetchProduct: (id) => client.products.get.query({ id }),
      showSale: (sale) => whenTelling(({ tellSale }) => tellSale(sale, go)),
      showSales: (count, instead) => whenTelling(({ tellSales }) => tellSales(count, instead, go)),
      staysOpen: isHiddenTeller,
    });
    return () => {
      endSession();
      leaveWindows();
    };
  }, [token, queryClient, client]);

  return null;
}

// Most visits see no sale arrive. Where the code does not come, the lists show the order all the same.
function whenTelling(tell: (telling: typeof import('./tell-sales')) => void): void {
  import('./tell-sales').then(tell, () => undefined);
}
