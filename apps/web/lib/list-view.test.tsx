import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useListView } from './list-view';

function setWindow(isWide: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('shows cards until a table is chosen, and keeps that for this browser and this list', () => {
  setWindow(true);
  const first = renderHook(() => useListView('pedidos'));
  expect(first.result.current.view).toBe('cartoes');
  act(() => first.result.current.choose('tabela'));
  expect(first.result.current.view).toBe('tabela');
  expect(renderHook(() => useListView('pedidos')).result.current.view).toBe('tabela');
  expect(renderHook(() => useListView('produtos')).result.current.view).toBe('cartoes');
});

it('shows cards on a phone, whatever was chosen', () => {
  localStorage.setItem('visao-pedidos', 'tabela');
  setWindow(false);
  const { view, isChoosable } = renderHook(() => useListView('pedidos')).result.current;
  expect([view, isChoosable]).toEqual(['cartoes', false]);
});
