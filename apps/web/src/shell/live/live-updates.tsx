import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { alertSale } from '../../features/notices/sale-alerts';
import { isHiddenTeller, joinWindows } from '../../features/notices/window-locks';
import { trpc } from '../../lib/data/trpc';
import { useSession } from '../../lib/session/session';
import { paths } from '../../paths';
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
    const leaveWindows = joinWindows();
    const endSession = startLiveSession({
      token,
      queryClient,
      fetchProduct: (id) => client.products.get.query({ id }),
      showSale: (sale) => {
        showNewSale(sale, go);
        alertOf('Novo pedido', `${sale.produto_nome} · Pedido #${sale.ml_order_id}`, () =>
          go(paths.orderPage(sale.pedido_id)),
        );
      },
      showSales: (count, instead) => {
        showNewSales(count, instead, go);
        alertOf(`${count} novos pedidos`, 'Esperam sua aprovação', () => go(paths.pendingOrders));
      },
      staysOpen: isHiddenTeller,
    });
    return () => {
      endSession();
      leaveWindows();
    };
  }, [token, queryClient, client]);

  return null;
}

function alertOf(title: string, text: string, onOpen: () => void): void {
  // What the browser does not let happen is no failure of the page.
  alertSale({ title, text, onOpen }).catch(() => undefined);
}
