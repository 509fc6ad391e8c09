import type { Marketplace } from '@esteira/domain/marketplaces';
import { FEE_GAP_TEXTS } from '@esteira/domain/profit/known-fees';
import type { FeeReading } from '@esteira/validators/known-fees';

interface FeesNoteProps {
  marketplace: Marketplace;
  reading: FeeReading | undefined;
}

/** Why some fees are those of the table and not the account's own; nothing where there is nothing to say. */
export function FeesNote({ marketplace, reading }: FeesNoteProps) {
  const reasons = reading === undefined ? [] : listReasons(marketplace, reading);
  return reasons.length === 0 ? null : <p className="text-[13px] text-muted">{reasons.join(' ')}</p>;
}

const UNANSWERED = {
  mercadolivre: 'O Mercado Livre não respondeu agora: as tarifas são as da tabela.',
  amazon: 'A Amazon não respondeu agora: as tarifas são as da tabela.',
} as const satisfies Record<Marketplace, string>;

const UNCONNECTED = {
  mercadolivre: 'Sem conta conectada no Mercado Livre: as tarifas são as da tabela.',
  amazon: 'Sem conta conectada na Amazon: as tarifas são as da tabela.',
} as const satisfies Record<Marketplace, string>;

function listReasons(marketplace: Marketplace, { situacao, falta }: FeeReading): string[] {
  if (situacao === 'sem_resposta') return [UNANSWERED[marketplace]];
  if (situacao === 'sem_conta') return [UNCONNECTED[marketplace]];
  return falta.map((gap) => `${FEE_GAP_TEXTS[gap]}. Por enquanto vale a tabela.`);
}
