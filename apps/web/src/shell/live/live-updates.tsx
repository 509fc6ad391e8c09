import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { trpc } from '../../lib/data/trpc';
import { useSession } from '../../lib/session/session';
import { startLiveSession } from './live-session';
import { showNewSale, showNewSales } from './sale-toasts';

/** Keeps the screens of a signed-in seller up to date. */
export function LiveUpdates() {
  const session = useSession();
  const token = session.status === 'signed-in' ? session.token : null;
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  const go = useEffectEvent((path: string) => navigate(path));

  useEffect(() => {
    if (token === null) return;
    return startLiveSession({
      token,
      queryClient,
      fetchProduct: (id) => client.products.get.query({ id }),
      showSale: (sale) => showNewSale(sale, go),
      showSales: (count, instead) => showNewSales(count, instead, go),
    });
  }, [token, queryClient, client]);

  return null;
}
