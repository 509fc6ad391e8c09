import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, Refusal } from '../testing/fake-server';
import { SUPPLIER } from '../testing/samples';
import { DataProvider } from './data/data-provider';
import { trpc } from './data/trpc';
import { useFailureToasts } from './failure-toasts';
import { toastFailure } from './toasts';

const titles = () => toast.getToasts().map((shown) => ('title' in shown ? shown.title : null));

afterEach(() => void toast.dismiss());

function useEditing() {
  useFailureToasts();
  return trpc.suppliers.edit.useMutation({
    onError: (error) => toastFailure(error, 'Erro ao salvar fornecedor'),
  });
}

it('the toast of a failure closes when the same form succeeds, and not when another does', async () => {
  const refused = new Set(['f1', 'f2']);
  new FakeServer({
    'suppliers.edit': ({ id }: { id: string }) => {
      if (refused.has(id)) throw new Refusal(409, 'Fora do ar');
      return SUPPLIER;
    },
  });
  const { result } = renderHook(useEditing, {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <DataProvider>{children}</DataProvider>
      </MemoryRouter>
    ),
  });
  const save = (id: string) =>
    act(() => result.current.mutateAsync({ id, mudancas: {} }).then(String, () => 'refused'));
  await save('f1');
  await save('f2');
  expect(titles()).toEqual(['Erro ao salvar fornecedor', 'Erro ao salvar fornecedor']);
  refused.clear();
  await save('f1');
  await expect.poll(titles).toEqual(['Erro ao salvar fornecedor']);
  await save('f2');
  await expect.poll(titles).toEqual([]);
});
