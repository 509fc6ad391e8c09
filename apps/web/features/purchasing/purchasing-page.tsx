import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseSuppliers } from '@esteira/validators/products/purchasing';
import { ClipboardList } from 'lucide-react';
import { useEffect, useRef } from 'react';
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
import { SupplierPurchase } from './supplier-purchase';

export const fetchAhead: PageAhead['fetchAhead'] = (utils) => void utils.purchasing.list.prefetch();

export function PurchasingPage() {
  const query = trpc.purchasing.list.useQuery(undefined, { staleTime: 0 });
  return (
    <>
      <PageHeader title="Compras" subtitle="O que comprar e pagar de cada fornecedor" />
      <Loaded query={query} failure="Erro ao carregar compras" skeleton={<PurchasesSkeleton />}>
        {(purchases) => <Purchases purchases={purchases} />}
      </Loaded>
    </>
  );
}

const PurchasesSkeleton = () => (
  <SkeletonGroup className="grid gap-4">
    <Skeleton className="h-60" />
    <Skeleton className="h-60" />
  </SkeletonGroup>
);

function Purchases({ purchases }: { purchases: PurchaseSuppliers }) {
  const { fornecedores, parcial, sem_fornecedor } = purchases;
  useSupplierInAddress();
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
      {fornecedores.length > 0 && <Totals purchases={purchases} />}
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
            <SupplierPurchase key={id} id={id} nome={nome} summary={summary} />
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

/** Whoever came for one supplier finds it in sight. */
function useSupplierInAddress() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
}
