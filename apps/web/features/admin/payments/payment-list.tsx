import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from '@esteira/domain/billing/payment-status';
import type { AdminPayment } from '@esteira/validators/administration/admin';
import { Suspense, useState } from 'react';
import { toast } from 'sonner';
import { lazyNamed } from '../../../lib/lazy-named';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import { SearchForm } from '../../../ui/forms/search-form';
import { FilterSelect } from '../filter-select';
import { PagedList } from '../paged-list';
import { usePayments } from '../use-admin-lists';
import { PaymentAlerts } from './payment-alerts';
import { PaymentRow } from './payment-row';

// Refunds are rare.
const RefundDialog = lazyNamed(
  () => import('./refund-dialog'),
  'RefundDialog',
  () => toast.error('Não foi possível abrir'),
);

const STATUS_OPTIONS = PAYMENT_STATUSES.map((status) => [status, PAYMENT_STATUS_LABELS[status]] as const);
const METHOD_OPTIONS = PAYMENT_METHODS.map((method) => [method, PAYMENT_METHOD_LABELS[method]] as const);

export function PaymentList() {
  const { params, set } = useUrlState();
  const busca = params.get('busca') ?? '';
  const status = PAYMENT_STATUSES.find((known) => known === params.get('status'));
  const meio = PAYMENT_METHODS.find((known) => known === params.get('meio'));
  const filters = { ...(busca ? { busca } : {}), ...(status ? { status } : {}), ...(meio ? { meio } : {}) };
  const { query, payments } = usePayments(filters);
  const [refunded, setRefunded] = useState<AdminPayment | null>(null);

  return (
    <>
      <PaymentAlerts />
      <div className="flex flex-wrap items-center gap-2">
        <SearchForm
          label="Buscar pagamentos"
          placeholder="Nome, e-mail ou código do pagamento"
          value={busca}
          onSearch={(text) => set({ busca: text })}
        />
        <FilterSelect
          label="Situação do pagamento"
          allLabel="Todas as situações"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(value) => set({ status: value })}
        />
        <FilterSelect
          label="Forma de pagamento"
          allLabel="Todas as formas"
          options={METHOD_OPTIONS}
          value={meio}
          onChange={(value) => set({ meio: value })}
        />
        <ExportButton list="pagamentos" filters={filters} />
      </div>
      <PagedList
        query={query}
        items={payments}
        empty="Nenhum pagamento encontrado"
        render={(payment) => <PaymentRow payment={payment} onRefund={setRefunded} />}
      />
      {refunded && (
        <Suspense>
          <RefundDialog payment={refunded} onClose={() => setRefunded(null)} />
        </Suspense>
      )}
    </>
  );
}
