import { renderHook } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, it } from 'vitest';
import { useLoadFailure } from './use-load-failure';

const SENTENCE = 'Erro ao carregar pedidos';
const failed = { error: new TypeError('Failed to fetch'), errorUpdateCount: 1 };

const titles = () => toast.getToasts().map((shown) => ('title' in shown ? shown.title : null));

afterEach(() => void toast.dismiss());

it('tells of a load that leaves nothing on the screen, and of each further try', () => {
  const { rerender } = renderHook((load) => useLoadFailure(load, SENTENCE), {
    initialProps: { ...failed, data: undefined },
  });
  expect(titles()).toEqual([SENTENCE]);
  toast.dismiss();
  rerender({ ...failed, data: undefined, errorUpdateCount: 2 });
  expect(titles()).toEqual([SENTENCE]);
});

it('says nothing of a background reload while the data is on the screen', () => {
  renderHook(() => useLoadFailure({ ...failed, data: { pages: [] } }, SENTENCE));
  expect(titles()).toEqual([]);
});

it('tells of a next page that did not come', () => {
  renderHook(() => useLoadFailure({ ...failed, data: { pages: [] }, isFetchNextPageError: true }, SENTENCE));
  expect(titles()).toEqual([SENTENCE]);
});
