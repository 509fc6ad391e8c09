import { formatMoney } from '@esteira/domain/money';
import type { WireFeeRule } from '@esteira/validators/costs/fee-rules';

/** A number that a rule takes, as a field of a form: where it stands in the rule, and what it is called. */
export interface RuleFigure {
  name: string;
  label: string;
}

/** The numbers of a rule, in the order in which the marketplaces' tables have them. */
export function listFigures(regra: WireFeeRule): RuleFigure[] {
  switch (regra.tipo) {
    case 'commission':
      return [
        ...regra.faixas.map(({ ate }, index) => ({
          name: `faixas.${index}.percentual`,
          label: regra.faixas.length === 1 ? 'Tarifa (%)' : `${describeTier(ate)} (%)`,
        })),
        { name: 'minimo', label: 'Tarifa mínima (R$)' },
      ];
    case 'shipping':
      return regra.faixas.flatMap(({ preco_de, preco_ate, por_kg }, index) => [
        { name: `faixas.${index}.valor`, label: `${describePrices(preco_de, preco_ate)} (R$)` },
        ...(por_kg === 0
          ? []
          : [
              {
                name: `faixas.${index}.por_kg`,
                label: `${describePrices(preco_de, preco_ate)}, por kg a mais (R$)`,
              },
            ]),
      ]);
    case 'shipping_cap':
      return [{ name: 'percentual', label: 'No máximo (% do preço)' }];
    case 'tax':
      return [
        { name: 'aliquota', label: 'Alíquota nominal (%)' },
        { name: 'deducao', label: 'Parcela a deduzir (R$)' },
      ];
    default:
      return regra.valor === null
        ? [{ name: 'percentual', label: 'Percentual do preço (%)' }]
        : [{ name: 'valor', label: 'Valor (R$)' }];
  }
}

const describeTier = (upTo: number | null) =>
  upTo === null ? 'Acima disso' : `Da parte até ${formatMoney(upTo)}`;

function describePrices(from: number, to: number | null): string {
  if (to === null) return from === 0 ? 'Qualquer preço' : `A partir de ${formatMoney(from)}`;
  return from === 0 ? `Até ${formatMoney(to)}` : `${formatMoney(from)} a ${formatMoney(to)}`;
}
