import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useZodForm } from '../form';
import { useRecordEdit } from './use-record-edit';

const schema = z.object({ nome: z.string(), telefone: z.string() });
const opened = { nome: 'Sul', telefone: '1' };
const refusal = (conflitos: object[]) =>
  Object.assign(new Error('x'), { data: { detail: 'Alterado', conflitos } });

function useForm() {
  const form = useZodForm(schema, opened);
  // What a draft reads of it, as every form does.
  void form.formState.isDirty;
  return { form, edit: useRecordEdit({ form, opened }) };
}

async function type(result: { current: ReturnType<typeof useForm> }, values: Partial<typeof opened>) {
  await act(async () => {
    for (const [field, value] of Object.entries(values)) {
      result.current.form.setValue(field as keyof typeof opened, value, { shouldDirty: true });
    }
  });
}

async function save(
  result: { current: ReturnType<typeof useForm> },
  send: (mudancas: object) => Promise<void>,
) {
  const { form, edit } = result.current;
  await act(() => edit.save(form.getValues(), send).catch(() => undefined));
}

describe('a form over a stored record', () => {
  it('sends the changed fields with what they had when it was opened, and nothing else', async () => {
    const { result } = renderHook(useForm);
    await type(result, { telefone: '2' });
    const send = vi.fn(async () => undefined);
    await save(result, send);
    expect(send).toHaveBeenCalledExactlyOnceWith({ telefone: { antes: '1', depois: '2' } });
  });

  it('waits for a choice after a conflict, and then sends it as a change of what was shown', async () => {
    const { result } = renderHook(useForm);
    await type(result, { telefone: '2' });
    await save(result, () => Promise.reject(refusal([{ campo: 'telefone', atual: '3' }])));
    expect(result.current.edit.conflicts).toMatchObject({
      detail: 'Alterado',
      fields: [{ campo: 'telefone', atual: '3', mine: '2', choice: null }],
    });
    const send = vi.fn(async () => undefined);
    await save(result, send);
    expect(send).not.toHaveBeenCalled();
    expect(result.current.edit.conflicts.isAsking).toBe(true);
    await act(async () => result.current.edit.conflicts.onChoose('telefone', 'current'));
    expect(result.current.form.getValues('telefone')).toBe('3');
    await act(async () => result.current.edit.conflicts.onChoose('telefone', 'mine'));
    await save(result, send);
    expect(send).toHaveBeenCalledExactlyOnceWith({ telefone: { antes: '3', depois: '2' } });
  });

  it('sends nothing of a field for which the current value was chosen', async () => {
    const { result } = renderHook(useForm);
    await type(result, { nome: 'Norte', telefone: '2' });
    await save(result, () => Promise.reject(refusal([{ campo: 'telefone', atual: '3' }])));
    await act(async () => result.current.edit.conflicts.onChoose('telefone', 'current'));
    const send = vi.fn(async () => undefined);
    await save(result, send);
    expect(send).toHaveBeenCalledExactlyOnceWith({ nome: { antes: 'Sul', depois: 'Norte' } });
  });

  it('takes a third value that is typed after a conflict for the choice, the first one too', async () => {
    const { result } = renderHook(useForm);
    await type(result, { telefone: '2' });
    await save(result, () => Promise.reject(refusal([{ campo: 'telefone', atual: '3' }])));
    await type(result, { telefone: '1' });
    const send = vi.fn(async () => undefined);
    await save(result, send);
    expect(send).toHaveBeenCalledExactlyOnceWith({ telefone: { antes: '3', depois: '1' } });
  });

  it('shows no conflict after another failure', async () => {
    const { result } = renderHook(useForm);
    await type(result, { telefone: '2' });
    await save(result, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(result.current.edit.conflicts.fields).toEqual([]);
  });
});
