import type { PurchaseSummary } from '@esteira/validators/products/purchasing';
import { useCallback, useRef, useState } from 'react';

/** What a supplier's row sends: how many orders, and the step itself. */
export interface RowToSend {
  count: number;
  send: () => Promise<void>;
}

/** Sends to all suppliers what their rows would send, one after the other; each row tells of its own. */
export function useSendAll(suppliers: readonly PurchaseSummary[]) {
  const rows = useRef(new Map<string, RowToSend>());
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const register = useCallback((id: string, row: RowToSend) => {
    rows.current.set(id, row);
    setCounts((known) => (known.get(id) === row.count ? known : new Map(known).set(id, row.count)));
  }, []);

  async function sendAll() {
    setBusy(true);
    for (const { fornecedor_id } of suppliers) await rows.current.get(fornecedor_id)?.send();
    setBusy(false);
  }

  const toSend = suppliers.map(({ fornecedor_id, enviar }) => counts.get(fornecedor_id) ?? enviar.pedidos);
  const total = toSend.reduce((sum, count) => sum + count, 0);
  return { total, isOffered: toSend.filter((count) => count > 0).length > 1, isBusy, sendAll, register };
}
