import type { ShownAccount } from '@esteira/validators/marketplaces/accounts';
import { Badge } from '../ui/badge';

/** Which of several accounts; nothing where the seller has only one on the marketplace. */
export function AccountBadge({ conta }: { conta: ShownAccount | null }) {
  if (conta === null) return null;
  return (
    <Badge className="min-w-0 max-w-full whitespace-normal [overflow-wrap:anywhere]">{conta.nome}</Badge>
  );
}
