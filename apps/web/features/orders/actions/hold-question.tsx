import { findHold, type HoldingCode } from '@esteira/domain/orders/order-attention';
import { ORDER_ACTIONS, type OrderAction } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';

const HOLDS: Record<HoldingCode, string> = {
  bloqueado: 'O marketplace pediu para não enviar.',
  devolvido: 'O pacote voltou ao remetente.',
  dados_ocultos: 'O marketplace não informou o comprador.',
};

const STEPS: Record<OrderAction, string> = {
  approve: 'Aprovar mesmo assim?',
  sendToSupplier: 'Enviar ao fornecedor mesmo assim?',
  pay: 'Confirmar o pagamento mesmo assim?',
  markShipped: 'Marcar como enviado mesmo assim?',
  markDelivered: 'Marcar como entregue mesmo assim?',
};

interface HoldQuestionProps {
  order: Order;
  action: OrderAction;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether a step of an order that is held back is meant. */
export function HoldQuestion({ order, action, onConfirm, onClose }: HoldQuestionProps) {
  const hold = findHold(order.atencoes);
  if (hold === undefined) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      question={`${HOLDS[hold.codigo]} ${STEPS[action]}`}
      subject={hold.mensagem}
      confirmLabel={ORDER_ACTIONS[action].label}
      onConfirm={async () => onConfirm()}
    />
  );
}
