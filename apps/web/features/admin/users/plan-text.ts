import { planAdminLabel } from '@esteira/domain/billing/plans';
import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import type { User } from '@esteira/validators/accounts/account';

/** 'Plano: Medio', 'Plano: Nenhum', 'Plano: TOP (expirado)' (docs/product-rules/admin.md#admin). */
export function planText(
  { plano, data_expiracao }: Pick<User, 'plano' | 'data_expiracao'>,
  now: Date,
): string {
  if (plano === null) return 'Plano: Nenhum';
  const active = isSubscriptionActive(
    { plano, data_expiracao: data_expiracao ? new Date(data_expiracao) : null },
    now,
  );
  return `Plano: ${planAdminLabel(plano)}${active ? '' : ' (expirado)'}`;
}
