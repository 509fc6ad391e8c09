import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import { ClipboardList } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Loaded } from '../../lib/data/loaded';
import { trpc } from '../../lib/data/trpc';
import { formatCount } from '../../lib/format/figures';
import { paths } from '../../paths';
import type { PageAhead } from '../../shell/prefetch/page-ahead';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/lists/empty-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { ClickGuardProvider } from './click-guard';
import { SupplierRow } from './supplier-row';
import { usePurchaseList } from './use-errand';
import { useSendAll } from './use-send-all';

export const fetchAhead: PageAhead['fetchAhead'] = (utils) => void utils.purchasing.list.prefetch();

export function PurchasingPage() {
  const query = trpc.purchasing.list.useQuery(undefined, { staleTime: 0 });
  const wanted = useSupplierInAddress();
  const suppliers = query.data?.fornecedores ?? [];
  // One row is open from the start. All is drawn once it is there, as it would push the others down.
  const [first] = suppliers;
  const opened = suppliers.find(({ fornecedor_id }) => fornecedor_id === wanted) ?? first;
  const list = usePurchaseList(opened?.fornecedor_id ?? '', opened !== undefined);
  const [isDrawn, setDrawn] = useState(false);
  if (!isDrawn && query.data && (opened === undefined || !list.isPending)) setDrawn(true);
  return (
    <>
      <PageHeader title="Compras" subtitle="O que comprar e pagar de cada fornecedor" />
      <Loaded query={query} failure="Erro ao carregar compras" skeleton={<PurchasesSkeleton />}>
        {(purchases) =>
          isDrawn ? (
            <Purchases purchases={purchases} opened={opened?.fornecedor_id} />
          ) : (
            <PurchasesSkeleton rows={suppliers.length} />
          )
        }
      </Loaded>
    </>
  );
}

/** The sums, and a line for each supplier below the one that is open. */
const PurchasesSkeleton = ({ rows = 3 }: { rows?: number }) => (
  <SkeletonGroup className="grid gap-4">
    <Skeleton className="h-9 w-72 max-w-full" />
    <Skeleton className="h-96" />
    {Array.from({ length: Math.max(0, rows - 1) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
      <Skeleton key={index} className="h-18" />
    ))}
  </SkeletonGroup>
);

interface PurchasesProps {
  purchases: PurchaseSuppliers;
  /** The supplier whose row is open from the start. */
  opened: string | undefined;
}

function Purchases({ purchases, opened }: PurchasesProps) {
  const { fornecedores, parcial, sem_fornecedor } = purchases;
  const [startsOpen] = useState(opened);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decodeHash(hash))?.scrollIntoView();
  }, [hash]);
  const all = useSendAll(fornecedores);
  // Kept while the page is open: what was just done can still be taken back in its place.
  const seen = useRef(new Map<string, string>());
  for (const { fornecedor_id, nome } of fornecedores) seen.current.set(fornecedor_id, nome);
  const listed = [...seen.current].map(([id, nome]) => ({
    id,
    nome,
    summary: fornecedores.find(({ fornecedor_id }) => fornecedor_id === id) ?? null,
  }));

  return (
    <>
      {fornecedores.length > 0 && (
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Totals purchases={purchases} />
          {(all.isOffered || all.isBusy) && (
            <Button
              data-changes
              variant="primary"
              busy={all.isBusy}
              className="h-auto! min-h-9 max-sm:min-h-10 whitespace-normal! py-1.5"
              onClick={() => void all.sendAll()}
            >
              {`Enviar a todos os fornecedores (${formatCount(all.total)})`}
            </Button>
          )}
        </div>
      )}
      {sem_fornecedor > 0 && (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
          {countText(
            sem_fornecedor,
            'pedido aprovado tem itens sem fornecedor, que ficam fora desta lista.',
            'pedidos aprovados têm itens sem fornecedor, que ficam fora desta lista.',
          )}{' '}
          <Link to={paths.attentionOrders} className="font-medium underline underline-offset-4">
            Ver pedidos
          </Link>
        </p>
      )}
      {listed.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="Nada para comprar agora"
          description="Pedidos aprovados aparecem aqui, por fornecedor, para enviar e pagar."
        >
          <Button asChild>
            <Link to={paths.pendingOrders}>Ver pedidos pendentes</Link>
          </Button>
        </EmptyState>
      ) : (
        <ClickGuardProvider>
          {listed.map(({ id, nome, summary }) => (
            <SupplierRow key={id} startsOpen={id === startsOpen} {...{ id, nome, summary, all }} />
          ))}
        </ClickGuardProvider>
      )}
      {parcial && (
        <p className="text-muted">
          Mostrando os {formatCount(fornecedores.length)} fornecedores com os maiores valores.
        </p>
      )}
    </>
  );
}

function Totals({ purchases: { fornecedores } }: { purchases: PurchaseSuppliers }) {
  const sum = (step: 'enviar' | 'pagar') => ({
    pedidos: fornecedores.reduce((total, supplier) => total + supplier[step].pedidos, 0),
    total: fornecedores.reduce((total, supplier) => total + Math.round(supplier[step].total * 100), 0) / 100,
  });
  const [send, pay] = [sum('enviar'), sum('pagar')];
  return (
    <dl className="tabular flex flex-wrap gap-x-8 gap-y-1 text-muted">
      {[
        { label: 'A enviar', ...send },
        { label: 'A pagar', ...pay },
      ].map(({ label, pedidos, total }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt>{label}</dt>
          <dd className="font-semibold text-foreground">
            {formatMoney(total)}{' '}
            <span className="font-normal text-muted">em {countText(pedidos, 'pedido', 'pedidos')}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whoever came for one supplier finds it open and in sight. */
function useSupplierInAddress(): string {
  const { hash } = useLocation();
  return decodeHash(hash).replace(/^fornecedor-/, '');
}

/** What is no encoded text stands for itself. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
