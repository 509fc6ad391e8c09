import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from '@esteira/domain/billing/payment-status';
import type { AdminPayment } from '@esteira/validators/administration/admin';
import { Suspense, useState } from 'react';
import { toast } from 'sonner';
import { ExportButton } from '../../../lib/export/export-button';
import { lazyNamed } from '../../../lib/lazy-named';
import { useUrlState } from '../../../lib/use-url-state';
import { Select } from '../../../ui/forms/input';
import { SearchForm } from '../../../ui/forms/search-form';
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
        <span className="w-full sm:w-44">
          <Select
            aria-label="Situação do pagamento"
            value={status ?? ''}
            onChange={(event) => set({ status: event.target.value })}
          >
            <option value="">Todas as situações</option>
            {PAYMENT_STATUSES.map((each) => (
              <option key={each} value={each}>
                {PAYMENT_STATUS_LABELS[each]}
              </option>
            ))}
          </Select>
        </span>
        <span className="w-full sm:w-44">
          <Select
            aria-label="Forma de pagamento"
            value={meio ?? ''}
            onChange={(event) => set({ meio: event.target.value })}
          >
            <option value="">Todas as formas</option>
            {PAYMENT_METHODS.map((each) => (
              <option key={each} value={each}>
                {PAYMENT_METHOD_LABELS[each]}
              </option>
            ))}
          </Select>
        </span>
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
