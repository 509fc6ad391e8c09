import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import {
  Ban,
  CircleCheckBig,
  Clock,
  HandCoins,
  type LucideIcon,
  PackageCheck,
  Send,
  Truck,
} from 'lucide-react';
import type { Tone } from '../../../ui/badge';

/** A hue and an icon per status; the label says the same, so colour is never alone. */
export const STATUS_BADGES = {
  pendente: { tone: 'warning', icon: Clock },
  aprovado: { tone: 'info', icon: CircleCheckBig },
  enviado_fornecedor: { tone: 'indigo', icon: Send },
  pago: { tone: 'primary', icon: HandCoins },
  enviado_cliente: { tone: 'cyan', icon: Truck },
  entregue: { tone: 'success', icon: PackageCheck },
  cancelado: { tone: 'neutral', icon: Ban },
} as const satisfies Record<OrderStatus, { tone: Tone; icon: LucideIcon }>;
