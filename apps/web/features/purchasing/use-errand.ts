import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { useState } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { toastFailure } from '../../lib/toasts';
import { acceptAll, acceptMoved, NOTHING, type Shown, toStableList } from './stable-list';
import { useSupplierRun } from './use-supplier-run';

export type Errand = ReturnType<typeof useErrand>;

const NONE: ReadonlyMap<string, boolean> = new Map();
const NO_PAGE = { list: '', url: '' };

/** Reads once, and never from an earlier visit. */
export function usePurchaseList(fornecedor_id: string, enabled: boolean) {
  return trpc.purchasing.supplier.useQuery({ fornecedor_id }, { enabled, gcTime: 0 });
}

/** What is to be sent to a supplier and paid, which of it is ticked, and the steps of exactly that. */
export function useErrand(id: string, isNear: boolean) {
  const utils = trpc.useUtils();
  const query = usePurchaseList(id, isNear);
  useLoadFailure(query, 'Erro ao carregar compras');
  const list = query.data;
  const [accepted, accept] = useState<Shown<string> | null>(null);
  if (list !== undefined && accepted === null) accept(acceptAll(list));
  const run = useSupplierRun(id, (ids, to) => accept((current) => current && acceptMoved(current, ids, to)));
  // What the seller chose; an order that a reason holds back begins without a tick.
  const [chosen, setChosen] = useState(NONE);
  const isTicked = ({ id, retido }: PurchaseOrder) => chosen.get(id) ?? retido === null;
  const { waiting, ...shown } =
    list === undefined || accepted === null ? { ...NOTHING, waiting: 0 } : toStableList(list, accepted);
  const ticked = { enviar: shown.enviar.filter(isTicked), pagar: shown.pagar.filter(isTicked) };

  /** Sends what is ticked, or all that no reason holds back where the list was not read yet. */
  async function send(): Promise<void> {
    if (list !== undefined) return run.start('enviar', ticked.enviar);
    try {
      const { enviar } = await utils.purchasing.supplier.fetch({ fornecedor_id: id });
      await run.start(
        'enviar',
        enviar.pedidos.filter(({ retido }) => retido === null),
      );
    } catch (error) {
      toastFailure(error, 'Erro ao carregar compras');
    }
  }

  function toggle(order: PurchaseOrder) {
    const ticked = !isTicked(order);
    setChosen((current) => {
      const next = new Map(current);
      // A tick on a free order does not mean it where a reason holds it back later.
      if (ticked && order.retido === null) next.delete(order.id);
      else next.set(order.id, ticked);
      return next;
    });
  }

  const sharedPage = useState(NO_PAGE);
  const takeNew = () => list && accept(acceptAll(list));
  return { query, list, shown, ticked, waiting, run, isTicked, toggle, send, takeNew, sharedPage };
}
