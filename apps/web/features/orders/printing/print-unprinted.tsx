import { keepPreviousData } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { Button } from '../../../ui/button';
import { type OrderSearch, toFilterInput, toListInput } from '../filters/order-search';
import { countOf } from '../list/use-orders';

const PrintLabelsDialog = lazyDialog(() => import('./print-labels-dialog'), 'PrintLabelsDialog', {
  title: 'Imprimir etiquetas',
});

const UNPRINTED = { etiqueta_nao_impressa: true } as const;

/** 'Imprimir etiquetas (N)': all labels of the filter that were never printed; its room is kept while there are none. */
export function PrintUnprinted({ search }: { search: OrderSearch }) {
  const [isOpen, setOpen] = useState(false);
  const now = new Date();
  const { data } = trpc.orders.counts.useQuery(
    { ...toFilterInput(search, now), ...UNPRINTED },
    { placeholderData: keepPreviousData },
  );
  const count = countOf(data, search, 0)?.count ?? 0;
  return (
    <>
      <Button
        data-changes
        aria-disabled={count === 0 || undefined}
        className="min-w-50 aria-disabled:cursor-default!"
        onClick={() => setOpen(true)}
      >
        <Printer aria-hidden />
        {count === 0 ? 'Imprimir etiquetas' : `Imprimir etiquetas (${formatCount(count)})`}
      </Button>
      {isOpen && (
        <PrintLabelsDialog
          orders={{ filter: { ...toListInput(search, now), ...UNPRINTED } }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
