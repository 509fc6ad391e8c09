import { CONFIDENCE_LABELS } from '@esteira/domain/profit/cost-texts';
import type { CostRule } from '@esteira/validators/costs/order-costs';
import { formatDay } from '../lib/format/day';

/** The rule that a cost was computed by: the sales it holds for, since when, how sure it is, and the pages it was taken from. */
export function RuleOrigin({ rule: { descricao, desde, confianca, fontes } }: { rule: CostRule }) {
  const since = desde && `desde ${formatDay(desde)}`;
  const sure = confianca && CONFIDENCE_LABELS[confianca];
  return (
    <>
      {/* An amount stays on one line. */}
      <span className="block">{descricao ?? 'Esta regra não está mais na tabela'}</span>
      <span className="block">
        Regra {[since, sure].filter(Boolean).join(', ')}
        {fontes
          .filter((source) => source.startsWith('https://'))
          .map((source, index) => (
            <a
              key={source}
              href={source}
              target="_blank"
              rel="noreferrer"
              className="ml-1.5 whitespace-nowrap text-primary-text underline underline-offset-4"
            >
              fonte {index + 1}
            </a>
          ))}
      </span>
    </>
  );
}
