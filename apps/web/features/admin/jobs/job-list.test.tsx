import { fireEvent, render, screen } from '@testing-library/react';
import { Toaster } from 'sonner';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { JobList } from './job-list';

afterEach(() => vi.unstubAllGlobals());

const ANSWERS = {
  'jobs.list': { itens: [], proximo_cursor: null },
  'jobs.retryFailed': { repetidas: 355 },
};

/** Answers the calls that were made for the list of jobs of which so many have failed. */
function show(falharam: number): string[] {
  const calls: string[] = [];
  const answers: Record<string, unknown> = { ...ANSWERS, 'jobs.counts': { total: falharam, falharam } };
  vi.stubGlobal('fetch', async (url: string) => {
    const names = new URL(url, 'http://localhost').pathname.replace('/trpc/', '').split(',');
    calls.push(...names);
    return Response.json(names.map((name) => ({ result: { data: answers[name] } })));
  });
  render(
    <DataProvider>
      <JobList />
      <Toaster />
    </DataProvider>,
  );
  return calls;
}

it('after an incident all jobs that failed are tried again by one button', async () => {
  const calls = show(355);
  await screen.findByText('355 tarefas falharam e não são mais tentadas sozinhas.');
  fireEvent.click(screen.getByRole('button', { name: 'Tentar todas novamente' }));
  await screen.findByText('355 tarefas recolocadas na fila');
  expect(calls.filter((call) => call === 'jobs.retryFailed')).toHaveLength(1);
});

it('a single job that failed has its own button alone', async () => {
  const calls = show(1);
  await vi.waitFor(() => expect(calls).toEqual(expect.arrayContaining(['jobs.counts', 'jobs.list'])));
  await screen.findByText('Nenhuma tarefa');
  expect(screen.queryByRole('button', { name: 'Tentar todas novamente' })).toBeNull();
});
