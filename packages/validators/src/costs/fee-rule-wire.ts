import { fromCents, toCents } from '@esteira/domain/money';
import type { FeeRule, PriceBand, ShippingRule } from '@esteira/domain/profit/rules/fee-rule';
import { toBps } from '@esteira/domain/profit/to-sale';
import type { AddedRule, WireFeeRule } from './fee-rules';

/** A stored or sent rule as costs are computed from it: amounts in cents, shares in hundredths of a percent. */
export function toFeeRule({ id, regra }: Pick<AddedRule, 'id' | 'regra'>): FeeRule {
  const dated = {
    ...{ id, validFrom: regra.vale_de, validTo: regra.vale_ate },
    ...{ confidence: regra.confianca, sources: [regra.endereco] },
  };
  switch (regra.tipo) {
    case 'commission':
      return {
        ...{ ...dated, kind: regra.tipo, marketplace: regra.marketplace },
        ...{ category: regra.categoria, listingType: regra.tipo_anuncio },
        tiers: regra.faixas.map(({ ate, percentual }) => ({
          upToCents: orNull(ate, toCents),
          bps: toBps(percentual),
        })),
        minimumCents: toCents(regra.minimo),
      };
    case 'fixed_fee':
      return {
        ...{ ...dated, kind: regra.tipo, marketplace: regra.marketplace },
        ...{ category: regra.categoria, logistics: regra.logisticas },
        ...{ ...toBand(regra), charge: toCharge(regra) },
      };
    case 'shipping':
      return { ...dated, kind: regra.tipo, marketplace: regra.marketplace, ...toParcels(regra) };
    case 'shipping_cap':
      return {
        ...{ ...dated, kind: regra.tipo, marketplace: regra.marketplace, logistics: regra.logisticas },
        ...{ ...toBand(regra), shareBps: toBps(regra.percentual) },
      };
    case 'option':
      return {
        ...{ ...dated, kind: regra.tipo, marketplace: regra.marketplace, option: regra.opcao },
        ...{ ...toBand(regra), charge: toCharge(regra) },
      };
    case 'tax':
      return {
        ...{ ...dated, kind: regra.tipo, marketplace: null, regime: regra.regime },
        revenue: toBand({ preco_de: regra.receita_de, preco_ate: regra.receita_ate }),
        ...{ nominalBps: toBps(regra.aliquota), deductCents: toCents(regra.deducao) },
      };
  }
}

/** The other way round; of several pages that a rule was taken from the first. */
export function toWireRule(rule: FeeRule): WireFeeRule {
  const dated = {
    ...{ vale_de: rule.validFrom, vale_ate: rule.validTo },
    ...{ confianca: rule.confidence, endereco: rule.sources[0] ?? '' },
  };
  switch (rule.kind) {
    case 'commission':
      return {
        ...{ ...dated, tipo: rule.kind, marketplace: ofOne(rule) },
        ...{ categoria: rule.category, tipo_anuncio: rule.listingType },
        faixas: rule.tiers.map(({ upToCents, bps }) => ({
          ate: orNull(upToCents, fromCents),
          percentual: fromBps(bps),
        })),
        minimo: fromCents(rule.minimumCents),
      };
    case 'fixed_fee':
      return {
        ...{ ...dated, tipo: rule.kind, marketplace: ofOne(rule) },
        ...{ categoria: rule.category, logisticas: rule.logistics && [...rule.logistics] },
        ...{ ...fromBand(rule), ...fromCharge(rule.charge) },
      };
    case 'shipping':
      return { ...dated, tipo: rule.kind, marketplace: ofOne(rule), ...fromParcels(rule) };
    case 'shipping_cap':
      return {
        ...{ ...dated, tipo: rule.kind, marketplace: ofOne(rule), logisticas: [...rule.logistics] },
        ...{ ...fromBand(rule), percentual: fromBps(rule.shareBps) },
      };
    case 'option':
      return {
        ...{ ...dated, tipo: rule.kind, marketplace: ofOne(rule), opcao: rule.option },
        ...{ ...fromBand(rule), ...fromCharge(rule.charge) },
      };
    case 'tax':
      return {
        ...{ ...dated, tipo: rule.kind, marketplace: null, regime: rule.regime },
        receita_de: fromCents(rule.revenue.fromCents),
        receita_ate: orNull(rule.revenue.toCents, fromCents),
        ...{ aliquota: fromBps(rule.nominalBps), deducao: fromCents(rule.deductCents) },
      };
  }
}

type WireShipping = Extract<WireFeeRule, { tipo: 'shipping' }>;

const toParcels = (regra: WireShipping) => ({
  ...{ category: regra.categoria, logistics: regra.logisticas },
  ...{ reputation: regra.reputacao, origin: regra.origem },
  weight: { overG: regra.peso_acima_g, upToG: regra.peso_ate_g },
  addedG: regra.peso_somado_g,
  bands: regra.faixas.map((band) => ({
    ...toBand(band),
    ...{ cents: toCents(band.valor), extraKgCents: toCents(band.por_kg) },
  })),
  per: regra.por,
});

const fromParcels = (rule: ShippingRule) => ({
  ...{ categoria: rule.category, logisticas: [...rule.logistics] },
  ...{ reputacao: rule.reputation, origem: rule.origin },
  ...{ peso_acima_g: rule.weight.overG, peso_ate_g: rule.weight.upToG, peso_somado_g: rule.addedG },
  faixas: rule.bands.map((band) => ({
    ...fromBand(band),
    ...{ valor: fromCents(band.cents), por_kg: fromCents(band.extraKgCents) },
  })),
  por: rule.per,
});

type Marketplace = NonNullable<WireFeeRule['marketplace']>;

/** Only taxes are those of every marketplace. */
function ofOne({ id, marketplace }: FeeRule): Marketplace {
  if (marketplace === null) throw new RangeError(`rule ${id} is of no marketplace`);
  return marketplace;
}

const orNull = (value: number | null, convert: (value: number) => number) =>
  value === null ? null : convert(value);

const fromBps = (bps: number) => bps / 100;

interface WireBand {
  preco_de: number;
  preco_ate: number | null;
}

const toBand = ({ preco_de, preco_ate }: WireBand): PriceBand => ({
  fromCents: toCents(preco_de),
  toCents: orNull(preco_ate, toCents),
});

const fromBand = ({ fromCents: from, toCents: to }: PriceBand): WireBand => ({
  preco_de: fromCents(from),
  preco_ate: orNull(to, fromCents),
});

type Charge = { cents: number } | { shareBps: number };

function toCharge({ valor, percentual }: { valor: number | null; percentual: number | null }): Charge {
  return valor === null ? { shareBps: toBps(percentual ?? 0) } : { cents: toCents(valor) };
}

const fromCharge = (charge: Charge) =>
  'cents' in charge
    ? { valor: fromCents(charge.cents), percentual: null }
    : { valor: null, percentual: fromBps(charge.shareBps) };
