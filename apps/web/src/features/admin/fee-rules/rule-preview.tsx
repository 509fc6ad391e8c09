import { formatMoney } from '@esteira/domain/money';
import { formatRuleDay } from '@esteira/domain/profit/rules/rule-text';
import type { RulePreview } from '@esteira/validators/admin-fee-rules';
import { formatCount } from '../../../lib/format/figures';

const count = (n: number, one: string, many: string) => `${formatCount(n)} ${n === 1 ? one : many}`;

/** What a rule would change, before it is saved. */
export function RulePreviewText({ preview }: { preview: RulePreview }) {
  const { dia, encerra, lidos, completo, sem_liquido, vendedores, produtos, menor, maior, media } = preview;
  return (
    <div className="grid gap-3 text-sm">
      {encerra.length === 0 ? (
        <p>Nenhuma regra termina: ela vale ao lado das outras.</p>
      ) : (
        <div className="grid gap-1">
          <p className="font-medium">{count(encerra.length, 'regra termina', 'regras terminam')}</p>
          <ul className="grid gap-1">
            {encerra.map(({ id, descricao, cobranca, termina }) => (
              <li key={id} className="tabular text-[13px] [overflow-wrap:anywhere]">
                {descricao} ({cobranca}), em {formatRuleDay(termina)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="font-medium">
        {produtos === 0
          ? `Nenhum produto muda em ${formatRuleDay(dia)}.`
          : `${count(produtos, 'produto muda', 'produtos mudam')}, de ${count(vendedores, 'vendedor', 'vendedores')}, em ${formatRuleDay(dia)}.`}
      </p>
      {produtos > 0 && (
        <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          <dt className="text-muted">Em média, cada venda deixa</dt>
          <dd className="text-right">{describeChange(media)}</dd>
          <dt className="text-muted">A que mais perde</dt>
          <dd className="text-right">{describeChange(menor)}</dd>
          <dt className="text-muted">A que mais ganha</dt>
          <dd className="text-right">{describeChange(maior)}</dd>
        </dl>
      )}
      <p className="text-[13px] text-muted">
        {completo
          ? `Calculado sobre ${count(lidos, 'produto', 'produtos')} de quem informou os custos.`
          : `Calculado sobre os ${formatCount(lidos)} produtos mais novos de quem informou os custos; há mais.`}
        {sem_liquido > 0 &&
          ` Em ${count(sem_liquido, 'produto', 'produtos')} falta um custo: não se sabe o valor líquido.`}
      </p>
    </div>
  );
}

function describeChange(reais: number): string {
  if (reais === 0) return 'o mesmo';
  return `${formatMoney(Math.abs(reais))} ${reais < 0 ? 'a menos' : 'a mais'}`;
}
