import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import { PAYMENT_STATUS_LABELS, type PaymentStatus } from '@esteira/domain/payment-status';
import { planAdminLabel } from '@esteira/domain/plans';
import type { AdminPayment } from '@esteira/validators/admin';
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge';
import { PagedList } from './paged-list';
import { usePayments } from './use-admin-lists';

const PAYMENT_BADGES = {
  pendente: { tone: 'warning', icon: Clock },
  aprovado: { tone: 'success', icon: CircleCheck },
  recusado: { tone: 'danger', icon: CircleX },
  estornado: { tone: 'neutral', icon: Undo2 },
} as const satisfies Record<PaymentStatus, { tone: Tone; icon: LucideIcon }>;

export function PaymentList() {
  const { query, payments } = usePayments();
  return (
    <PagedList
      query={query}
      items={payments}
      empty="Nenhum pagamento encontrado"
      render={(payment) => <PaymentRow payment={payment} />}
    />
  );
}

function PaymentRow({ payment }: { payment: AdminPayment }) {
  const badge = PAYMENT_BADGES[payment.status];
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{payment.usuario_nome || 'Usuario'}</span>
          <Badge tone={badge.tone} icon={badge.icon}>
            {PAYMENT_STATUS_LABELS[payment.status]}
          </Badge>
        </p>
        <p className="text-[13px] text-muted">Plano: {planAdminLabel(payment.plano)}</p>
      </div>
      <div className="tabular sm:text-right">
        <p className="whitespace-nowrap font-medium">
          {formatMoney(payment.valor)} <span className="font-normal text-muted">{payment.parcelas}x</span>
        </p>
        <p className="text-[13px] text-muted">{formatDate(payment.data_pagamento)}</p>
      </div>
    </>
  );
}
