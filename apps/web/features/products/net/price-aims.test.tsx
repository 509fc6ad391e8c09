import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { MAX_PRICE_CENTS } from '@esteira/domain/profit/costs/segment';
import { makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { makeAmazonSale, makeSale, parcelOf, table } from '@esteira/domain/testing/profit-sale';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NetCurve } from './net-curve';
import { PriceAims } from './price-aims';

it('says what is not known of a price that would leave the margin, and not that none does', () => {
  const curve = makeCostCurve(table, makeAmazonSale({ parcel: parcelOf(null), supplierCents: 4_500 }));
  const settings = { ...NO_COST_SETTINGS, margem_minima: 30 };
  render(<PriceAims curve={curve} settings={settings} onUse={vi.fn()} />);
  screen.getByText('Informe o peso para calcular o frete');
  expect(screen.queryByText('nenhum preço alcança')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Usar: Preço para margem' })).toBeNull();
});

it('the slider ends at the highest price that there is', () => {
  const curve = makeCostCurve(table, makeSale());
  render(<NetCurve curve={curve} traps={[]} priceCents={MAX_PRICE_CENTS - 1} onUse={vi.fn()} />);
  const slider = screen.getByRole('slider', { name: 'Preço no gráfico' });
  fireEvent.change(slider, { target: { value: String(MAX_PRICE_CENTS * 2) } });
  expect(slider).toHaveProperty('value', String(MAX_PRICE_CENTS));
});
