import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { LISTING_TYPES } from '@esteira/domain/products/listing';
import { REPUTATIONS } from '@esteira/domain/profit/cost-settings';
import { MAX_WEIGHT_G } from '@esteira/domain/profit/product-costs';
import { areApart, areRising } from '@esteira/domain/profit/rules/band-order';
import { CONFIDENCES, LOGISTICS, ORIGINS, SALE_OPTIONS } from '@esteira/domain/profit/rules/fee-rule';
import { z } from 'zod';
import { percent } from '../wire/percent';
import { day, money, optionalMoney, orNull, requiredText, wholeNumber } from '../wire/text';

const ALL_LOGISTICS = [...LOGISTICS.mercadolivre, ...LOGISTICS.amazon] as const;
const MAX_BANDS = 40;

const share = percent(100);
const logisticas = z.array(z.enum(ALL_LOGISTICS)).min(1).max(ALL_LOGISTICS.length);
const category = requiredText(100);
/** Prices in reais, both included; null has no end. */
const prices = { preco_de: money(), preco_ate: optionalMoney() };
/** An amount, or a share of the price; one of the two. */
const charge = { valor: optionalMoney(), percentual: orNull(share) };
const marketplace = z.enum(MARKETPLACES);

/** What each kind of rule says besides its days and its source: amounts in reais, shares in percent. */
const commission = z.object({
  tipo: z.enum(['commission']),
  marketplace,
  categoria: category,
  tipo_anuncio: orNull(z.enum(LISTING_TYPES)),
  /** Each takes its share of the part of the price up to its end. */
  faixas: z
    .array(z.object({ ate: optionalMoney(), percentual: share }))
    .min(1)
    .max(MAX_BANDS)
    .refine((all) => areRising(all.map(({ ate }) => ate)), {
      error: 'As faixas devem subir, e só a última não tem fim',
    }),
  minimo: money(),
});
const fixedFee = z.object({
  tipo: z.enum(['fixed_fee']),
  marketplace,
  categoria: orNull(category),
  logisticas: logisticas.nullable(),
  ...prices,
  ...charge,
});
const shipping = z.object({
  tipo: z.enum(['shipping']),
  marketplace,
  categoria: orNull(category),
  logisticas,
  reputacao: orNull(z.enum(REPUTATIONS)),
  origem: orNull(z.enum(ORIGINS)),
  peso_acima_g: wholeNumber(0, MAX_WEIGHT_G),
  peso_ate_g: orNull(wholeNumber(1, MAX_WEIGHT_G)),
  peso_somado_g: wholeNumber(0, MAX_WEIGHT_G),
  faixas: z
    .array(z.object({ ...prices, valor: money(), por_kg: money() }))
    .min(1)
    .max(MAX_BANDS)
    .refine((all) => areApart(all.map(({ preco_de, preco_ate }) => [preco_de, preco_ate])), {
      error: 'As faixas de preço não podem se sobrepor',
    }),
  por: z.enum(['shipment', 'unit']),
});
const shippingCap = z.object({
  tipo: z.enum(['shipping_cap']),
  marketplace,
  logisticas,
  ...prices,
  percentual: share,
});
const option = z.object({
  tipo: z.enum(['option']),
  marketplace,
  opcao: z.enum(SALE_OPTIONS),
  ...prices,
  ...charge,
});
const tax = z.object({
  tipo: z.enum(['tax']),
  // Whatever the marketplace.
  marketplace: orNull(marketplace).transform(() => null),
  regime: z.enum(['mei', 'simples']),
  receita_de: money(),
  receita_ate: optionalMoney(),
  aliquota: share,
  deducao: money(),
});

const dated = {
  /** Days of America/Sao_Paulo, both included. */
  vale_de: day,
  vale_ate: orNull(day),
  confianca: z.enum(CONFIDENCES),
  /** Address of the page that the rule was taken from. */
  endereco: z.url({ protocol: /^https$/, error: 'Use um endereço que comece com https://' }).max(500),
};

const hasOneCharge = ({ valor, percentual }: { valor: number | null; percentual: number | null }) =>
  (valor === null) !== (percentual === null);
const ONE_CHARGE = { error: 'Informe o valor ou o percentual', path: ['valor'] };

/**
 * What each kind of rule is as it is stored and sent. Apart from their union, so that a browser that asks for one kind
 * loads no more of zod than other forms do.
 */
export const FEE_RULES = {
  commission: commission.extend(dated),
  fixed_fee: fixedFee.extend(dated).refine(hasOneCharge, ONE_CHARGE),
  shipping: shipping.extend(dated),
  shipping_cap: shippingCap.extend(dated),
  option: option.extend(dated).refine(hasOneCharge, ONE_CHARGE),
  tax: tax.extend(dated),
} as const;
