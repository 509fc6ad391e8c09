import { SENT_BY_MARKETPLACE } from '@esteira/domain/orders/sent-by-marketplace';
import type { Order } from '@esteira/validators/orders/order';
import { Badge } from '../../../ui/badge';

/** 'Full' or 'FBA' of an order that its marketplace sends itself. */
export function SentBadge({ order: { marketplace, enviado_pelo_marketplace } }: { order: Order }) {
  return enviado_pelo_marketplace ? (
    <Badge tone="indigo">{SENT_BY_MARKETPLACE[marketplace].badge}</Badge>
  ) : null;
}
