import type { SaleOption } from '../rules/fee-rule';
import { type FeeTable, findRules } from '../rules/fee-table';
import type { Sale } from '../sale';
import { type CostCode, chargeTerm, fixedTerm, fromBps, shareTerm } from './cost-term';
import { MAX_PRICE_CENTS, type Segment, toSegment } from './segment';

const typed = (code: CostCode) => ({ code, origin: 'usuario', ruleId: null }) as const;

/** What the seller pays to others than the marketplace, as the seller typed it. */
export function ownCostSegments({ supplierCents, packagingCents, otherCents, adsBps }: Sale): Segment[] {
  const terms = [
    fixedTerm(typed('embalagem'), packagingCents),
    shareTerm(typed('ads'), fromBps(adsBps)),
    fixedTerm(typed('outros'), otherCents),
  ];
  const range = { from: 0, to: MAX_PRICE_CENTS };
  if (supplierCents === null) return [{ ...range, terms, missing: ['preco_fornecedor'] }];
  return [{ ...range, terms: [...terms, fixedTerm(typed('fornecedor'), supplierCents)], missing: [] }];
}

const OPTION_CODES = { individual_plan: 'tarifa_fixa', interest_free_instalments: 'parcelamento' } as const;

/** The fee of an option, where the seller chose it. */
export function optionSegments(table: FeeTable, sale: Sale, chosen: SaleOption): Segment[] {
  return findRules(table, 'option', sale)
    .filter(({ option }) => option === chosen && sale.options.includes(option))
    .map((rule) => {
      const source = { code: OPTION_CODES[rule.option], origin: 'tabela', ruleId: rule.id } as const;
      return toSegment(rule, chargeTerm(source, rule.charge));
    });
}
