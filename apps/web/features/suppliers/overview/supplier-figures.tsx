import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { SupplierFigures } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { PauseCircle, PlayCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { formatCount } from '../../../lib/format/figures';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { type ListingsRunKind, RUN_TITLES, toPauseToast } from './use-listings-run';

// Seldom wanted; it brings the dialog of runs.
const ListingsDialog = lazyDialog(() => import('./listings-dialog'), 'ListingsDialog', {
  title: ({ kind }) => RUN_TITLES[kind],
});

interface SupplierFiguresLineProps {
  supplier: Supplier;
  figures: SupplierFigures;
}

/** '9 produtos', '6 pedidos em aberto', 'R$ 246,30 a pagar', each leading there, and what stops a supplier's sales. */
export function SupplierFiguresLine({ supplier, figures }: SupplierFiguresLineProps) {
  const { produtos, pedidos, a_pagar, anuncios, anuncios_pausados } = figures;
  const [run, setRun] = useState<ListingsRunKind | null>(null);
  // Its 'Reativar' opens the dialog here.
  useEffect(() => () => void toast.dismiss(toPauseToast(supplier.id)), [supplier.id]);
  const facts = [
    { to: paths.supplierProducts(supplier.id), text: countText(produtos, 'produto', 'produtos') },
    {
      to: paths.supplierOrders(supplier.id),
      text: countText(pedidos, 'pedido em aberto', 'pedidos em aberto'),
    },
    { to: paths.purchasingOf(supplier.id), text: `${formatMoney(a_pagar)} a pagar` },
  ];
  return (
    <div className="grid grid-cols-1 gap-2 px-4 pb-3 text-[13px]">
      <ul className="tabular flex flex-wrap gap-x-4">
        {facts.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-7 items-center max-sm:min-h-10 text-primary-text underline-offset-4 hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {(anuncios > 0 || anuncios_pausados > 0) && (
        <div className="-ml-2.5 flex flex-wrap">
          {anuncios > 0 && (
            <Button data-changes variant="ghost" size="sm" onClick={() => setRun('pause')}>
              <PauseCircle aria-hidden />
              Pausar todos os anúncios
            </Button>
          )}
          {anuncios_pausados > 0 && (
            <Button data-changes variant="ghost" size="sm" onClick={() => setRun('resume')}>
              <PlayCircle aria-hidden />
              Reativar anúncios ({formatCount(anuncios_pausados)})
            </Button>
          )}
        </div>
      )}
      {run && (
        <ListingsDialog
          key={run}
          kind={run}
          supplier={supplier}
          openOrders={pedidos}
          onClose={() => setRun(null)}
          onResume={() => setRun('resume')}
        />
      )}
    </div>
  );
}
