import { toCents } from '@esteira/domain/money';
import { buildPixCode } from '@esteira/domain/purchasing/pix-code';
import { findPixKey, PIX_KEY_LABELS } from '@esteira/domain/purchasing/pix-key';

/** The code that pays a supplier exactly the amount, in reais; null without an amount or a key that is sure. */
export function toPix(supplier: { nome: string; dados_pagamento: string | null }, amount: number) {
  const { nome, dados_pagamento } = supplier;
  const found = amount > 0 && dados_pagamento !== null ? findPixKey(dados_pagamento) : null;
  if (found === null) return null;
  const code = buildPixCode({ key: found.key, amountCents: toCents(amount), merchantName: nome });
  return { code, key: found.key, label: PIX_KEY_LABELS[found.type] };
}
