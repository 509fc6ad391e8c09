import { PAYMENT_STATUS_LABELS, type PaymentStatus } from '@esteira/domain/billing/payment-status';
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge';

const LOOKS = {
  pendente: { tone: 'warning', icon: Clock },
  aprovado: { tone: 'success', icon: CircleCheck },
  recusado: { tone: 'danger', icon: CircleX },
  estornado: { tone: 'neutral', icon: Undo2 },
} as const satisfies Record<PaymentStatus, { tone: Tone; icon: LucideIcon }>;

/** What became of a payment. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {PAYMENT_STATUS_LABELS[status]}
    </Badge>
  );
}
