import type { Marketplace } from '@esteira/domain/marketplaces';
import { FEE_GAP_TEXTS } from '@esteira/domain/profit/known-fees';
import type { FeeReading } from '@esteira/validators/costs/known-fees';
import type { FeeProgress } from './use-known-fees';

interface FeesNoteProps {
  marketplace: Marketplace;
  reading: FeeReading | undefined;
  progress: FeeProgress;
}

/** Why some fees are those of the table and not the account's own; empty where there is nothing to say. */
export function FeesNote({ marketplace, reading, progress }: FeesNoteProps) {
  return (
    <p role="status" className="text-[13px] text-muted empty:sr-only">
      {describe(marketplace, reading, progress)}
    </p>
  );
}

const PROGRESS = {
  asking: 'Consultando as tarifas da sua conta…',
  failed: 'Não foi possível consultar sua conta: por enquanto valem as tarifas da tabela.',
} as const satisfies Record<NonNullable<FeeProgress>, string>;

const UNANSWERED = {
  mercadolivre: 'O Mercado Livre não respondeu: por enquanto valem as tarifas da tabela.',
  amazon: 'A Amazon não respondeu: por enquanto valem as tarifas da tabela.',
} as const satisfies Record<Marketplace, string>;

const UNCONNECTED = {
  mercadolivre: 'Sem conta conectada no Mercado Livre: valem as tarifas da tabela.',
  amazon: 'Sem conta conectada na Amazon: valem as tarifas da tabela.',
} as const satisfies Record<Marketplace, string>;

function describe(marketplace: Marketplace, reading: FeeReading | undefined, progress: FeeProgress): string {
  if (progress !== null) return PROGRESS[progress];
  if (reading === undefined) return '';
  if (reading.situacao === 'sem_resposta') return UNANSWERED[marketplace];
  if (reading.situacao === 'sem_conta') return UNCONNECTED[marketplace];
  return reading.falta.map((gap) => `${FEE_GAP_TEXTS[gap]}. Por enquanto vale a tabela.`).join(' ');
}
