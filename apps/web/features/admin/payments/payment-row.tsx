import { planAdminLabel } from '@esteira/domain/billing/plans';
import { formatDate } from '@esteira/domain/calendar';
import { formatMoney } from '@esteira/domain/money';
import type { AdminPayment } from '@esteira/validators/administration/admin';
import { describeMeans } from '../../../parts/payment/describe-means';
import { PaymentBadge } from '../../../parts/payment/payment-badge';
import { Button } from '../../../ui/button';

interface PaymentRowProps {
  payment: AdminPayment;
  onRefund: (payment: AdminPayment) => void;
}

/** Who paid what and how; a payment that can be given back offers that. */
export function PaymentRow({ payment, onRefund }: PaymentRowProps) {
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
            Estornado{payment.devolvido_em ? ` em ${formatDate(payment.devolvido_em)}` : ''}:{' '}
            {payment.motivo_estorno}
          </p>
        )}
      </div>
      <div className="tabular sm:text-right">
        <p className="whitespace-nowrap font-medium">
          {formatMoney(payment.valor)} <span className="font-normal text-muted">{payment.parcelas}x</span>
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
