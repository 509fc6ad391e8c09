import { describe, expect, it } from 'vitest';
import { makeAmazonSale, makeSale, table } from '../../testing/profit-sale';
import { type CostSettings, NO_COST_SETTINGS } from './cost-settings';
import { makeCostCurve } from './pricing/cost-curve';
import { NO_PRODUCT_COSTS } from './product-costs';
import { quoteSale } from './quote';
import { type SoldProduct, toSale } from './to-sale';

const settings: CostSettings = {
  ...NO_COST_SETTINGS,
  regime: 'simples',
  receita_12_meses: 180_000,
  embalagem: 1.5,
  reputacao_ml: 'green',
  logistica_ml: 'xd_drop_off',
  logistica_amazon: 'dba',
  origem_amazon: 'sp_capital',
  categoria_ml: 'Casa, Móveis e Decoração',
  categoria_amazon: 'Casa',
};
const product: SoldProduct = {
  preco_fornecedor: 30,
  tipo_anuncio: 'classico',
  custos: { ...NO_PRODUCT_COSTS, peso_g: 800 },
};
const day = '2026-11-21';

describe('the sale of a product by its seller', () => {
  it('on Mercado Livre has what the settings and the product say', () => {
    expect(toSale(settings, product, { marketplace: 'mercadolivre', day })).toEqual(makeSale());
  });

  it('on Amazon has nothing of Mercado Livre', () => {
    expect(toSale(settings, product, { marketplace: 'amazon', day })).toEqual(makeAmazonSale());
  });

  it("has the product's own category before the seller's usual one", () => {
    const custos = { ...product.custos, categoria_tarifa_ml: 'Games' };
    const sale = toSale(settings, { ...product, custos }, { marketplace: 'mercadolivre', day });
    expect(sale.category).toBe('Games');
  });

  it('takes what is not given as unknown, never as zero', () => {
    const unknown = { ...product, custos: NO_PRODUCT_COSTS };
    const sale = toSale(NO_COST_SETTINGS, unknown, { marketplace: 'mercadolivre', day });
    const quote = quoteSale(makeCostCurve(table, sale), 7899);
    expect(quote.netCents).toBeNull();
    expect(quote.missing).toEqual(expect.arrayContaining(['categoria', 'logistica', 'regime']));
  });

  it.each([
    [{ ...settings, regime: 'outro', aliquota: 6.73 } as const, { regime: 'outro', bps: 673 }],
    [{ ...settings, regime: 'outro' } as const, { regime: 'outro', bps: null }],
    [{ ...settings, regime: 'mei' } as const, { regime: 'mei' }],
    [{ ...settings, regime: null }, null],
  ])('%# is taxed as the seller is', (of, tax) => {
    expect(toSale(of, product, { marketplace: 'mercadolivre', day }).tax).toEqual(tax);
  });
});
