import { formatMoney } from '@esteira/domain/money';
import { formatRuleDay } from '@esteira/domain/profit/rule-text';
import { countText } from '@esteira/domain/text/count-text';
import type { RulePreview } from '@esteira/validators/administration/admin-fee-rules';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format/figures';

/** What a rule would change, before it is saved. */
export function RulePreviewText({ preview }: { preview: RulePreview }) {
  const { dia, encerra, lidos, completo, sem_liquido, vendedores, produtos, menor, maior, media } = preview;
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="grid gap-3 text-sm">
      <p ref={summary} tabIndex={-1} className="font-medium outline-none">
        {produtos === 0
          ? `Nenhum produto muda de valor líquido em ${formatRuleDay(dia)}.`
          : `Em ${formatRuleDay(dia)} muda o valor líquido de ${countText(produtos, 'produto', 'produtos')}, de ${countText(vendedores, 'vendedor', 'vendedores')}.`}
      </p>
      {produtos > 0 && (
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          <dt className="text-muted">Em média, cada venda deixa</dt>
          <dd className="text-right">{describeChange(media)}</dd>
          <dt className="text-muted">No pior caso</dt>
          <dd className="text-right">{describeChange(menor)}</dd>
          <dt className="text-muted">No melhor caso</dt>
          <dd className="text-right">{describeChange(maior)}</dd>
        </dl>
      )}
      {encerra.length === 0 ? (
        <p>Nenhuma regra termina: a nova passa a valer junto com as outras.</p>
      ) : (
        <div className="grid gap-1">
          <p className="font-medium">{countText(encerra.length, 'regra termina', 'regras terminam')}</p>
          <ul className="grid gap-1">
            {encerra.map(({ id, descricao, cobranca, termina, volta }) => (
              <li key={id} className="tabular text-[13px] [overflow-wrap:anywhere]">
                {descricao} ({cobranca}), vale até {formatRuleDay(termina)}
                {volta && `, e volta em ${formatRuleDay(volta)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-[13px] text-muted">
        {completo
          ? `Calculado com ${countText(lidos, 'produto', 'produtos')} de vendedores que informaram seus custos.`
          : `Calculado com os ${formatCount(lidos)} produtos mais novos de vendedores que informaram seus custos; os demais ficaram de fora.`}
        {sem_liquido > 0 &&
          ` Em ${countText(sem_liquido, 'produto', 'produtos')} falta um custo: não se sabe o valor líquido.`}
      </p>
    </div>
  );
}

function describeChange(reais: number): string {
  if (reais === 0) return 'o mesmo';
  return `${formatMoney(Math.abs(reais))} ${reais < 0 ? 'a menos' : 'a mais'}`;
}
