import { makeCostCurve } from '@esteira/domain/profit/pricing/cost-curve';
import { findPriceTraps } from '@esteira/domain/profit/pricing/price-traps';
import { makeSale, table } from '@esteira/domain/testing/profit-sale';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NetCurve } from './net-curve';

it('lists every band of prices in which a lower one leaves more, whatever the price is, with a button that takes it', () => {
  const curve = makeCostCurve(table, makeSale());
  const onUse = vi.fn();
  render(<NetCurve curve={curve} traps={findPriceTraps(curve)} priceCents={3_000} onUse={onUse} />);
  expect(screen.getAllByRole('listitem').map((band) => band.textContent?.replace(/\s/g, ' '))).toContain(
    'R$ 100,00 a R$ 102,81Usar R$ 99,99',
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: /^Usar R\$.99,99$/ }));
  expect(onUse).toHaveBeenCalledWith(9_999);
  screen.getByText(/Linha tracejada: preço em que nada sobra/);
});
