import {
  PAYMENT_METHOD_LABELS,
  PAYMENT_METHODS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from '@esteira/domain/billing/payment-status';
import { planAdminLabel } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { AdminPayment } from '@esteira/validators/administration/admin';
import { useState } from 'react';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import { FilterSelect } from '../../../parts/lists/filter-select';
import { PagedList } from '../../../parts/lists/paged-list';
import { describeMeans } from '../../../parts/payment/describe-means';
import { PaymentBadge } from '../../../parts/payment/payment-badge';
import { Button } from '../../../ui/button';
import { SearchForm } from '../../../ui/forms/search-form';
import { usePayments } from '../use-admin-lists';
import { PaymentAlerts } from './payment-alerts';

// Refunds are rare.
const RefundDialog = lazyDialog(() => import('./refund-dialog'), 'RefundDialog', {
  title: 'Estornar pagamento',
});

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
      {refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(null)} />}
    </>
  );
}

interface PaymentRowProps {
  payment: AdminPayment;
  onRefund: (payment: AdminPayment) => void;
}

/** Who paid what and how; a payment that can be given back offers that. */
function PaymentRow({ payment, onRefund }: PaymentRowProps) {
  const name = payment.usuario_nome || 'Usuario';
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <PaymentBadge status={payment.status} />
        </p>
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]">{payment.usuario_email}</p>
        <p className="text-[13px] text-muted">
          Plano: {planAdminLabel(payment.plano)} · {describeMeans({ ...payment, parcelas: 1 })}
        </p>
        {payment.id_externo && (
          <p className="text-[13px] text-muted [overflow-wrap:anywhere]">Código: {payment.id_externo}</p>
        )}
        {payment.motivo_estorno && (
          <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
            {payment.devolvido_em ? `Estornado em ${formatDate(payment.devolvido_em)}` : 'Estorno pedido'}:{' '}
            {payment.motivo_estorno}
          </p>
        )}
      </div>
      <div className="tabular sm:text-right">
        <p className="whitespace-nowrap font-medium">
          {formatMoney(payment.valor)}
          {payment.meio === 'cartao' && <span className="font-normal text-muted"> {payment.parcelas}x</span>}
        </p>
        <p className="text-[13px] text-muted">{formatDate(payment.data_pagamento)}</p>
      </div>
      {payment.pode_estornar && (
        <Button size="sm" aria-label={`Estornar pagamento de ${name}`} onClick={() => onRefund(payment)}>
          Estornar
        </Button>
      )}
    </>
  );
}
