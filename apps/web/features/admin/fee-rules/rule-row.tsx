import { formatDate } from '@esteira/domain/calendar';
import { CONFIDENCE_LABELS } from '@esteira/domain/profit/cost-texts';
import { formatRuleDay } from '@esteira/domain/profit/rule-text';
import { RULE_SITUATION_LABELS } from '@esteira/domain/profit/rules/rule-situation';
import type { AdminRule } from '@esteira/validators/administration/admin-fee-rules';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';

const TONES: Readonly<Record<AdminRule['situacao'], Tone>> = {
  vigente: 'success',
  futura: 'info',
  encerrada: 'neutral',
  sem_efeito: 'warning',
};

interface RuleRowProps {
  rule: AdminRule;
  onReplace: (rule: AdminRule) => void;
  onRemove: (rule: AdminRule) => void;
}

/** One rule: whom it holds for, what it takes, from when to when, and where that was read. */
export function RuleRow({ rule, onReplace, onRemove }: RuleRowProps) {
  const { id, situacao, descricao, cobranca, regra, motivo, fontes, acrescentada } = rule;
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{descricao}</span>
          <Badge tone={TONES[situacao]}>{RULE_SITUATION_LABELS[situacao]}</Badge>
        </p>
        {motivo && <p className="text-sm [overflow-wrap:anywhere]">{motivo}</p>}
        {cobranca && <p className="tabular text-sm">{cobranca}</p>}
        <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">
          {regra && `${describeDays(regra)} · ${CONFIDENCE_LABELS[regra.confianca]}`}
        </p>
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
          {acrescentada && `${acrescentada.fonte}: `}
          {fontes.map((address, index) => (
            <span key={address}>
              {index > 0 && ', '}
              <a
                href={address}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2 hover:text-foreground"
              >
                {new URL(address).hostname.replace(/^www\./, '')}
              </a>
            </span>
          ))}
        </p>
        <details className="text-[13px] text-muted [overflow-wrap:anywhere]">
          <summary className="w-fit cursor-pointer py-0.5">Código da regra</summary>
          {id}
        </details>
        {acrescentada && (
          <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
            Incluída por {acrescentada.por || 'administrador excluído'} em {formatDate(acrescentada.em)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {/* A newer rule begins on a later day than the one that it replaces. */}
        {regra && situacao !== 'encerrada' && regra.vale_de !== regra.vale_ate && (
          <Button size="sm" aria-label={`Substituir: ${descricao}`} onClick={() => onReplace(rule)}>
            Substituir
          </Button>
        )}
        {acrescentada?.pode_retirar && (
          <Button size="sm" aria-label={`Retirar: ${descricao}`} onClick={() => onRemove(rule)}>
            Retirar
          </Button>
        )}
      </div>
    </>
  );
}

function describeDays({ vale_de, vale_ate }: NonNullable<AdminRule['regra']>): string {
  const since = `Desde ${formatRuleDay(vale_de)}`;
  return vale_ate === null ? since : `${formatRuleDay(vale_de)} a ${formatRuleDay(vale_ate)}`;
}
