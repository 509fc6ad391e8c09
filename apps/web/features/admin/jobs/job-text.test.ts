import type { AdminJob } from '@esteira/validators/administration/admin';
import { expect, it } from 'vitest';
import { jobDetail, jobTitle } from './job-text';

const job: AdminJob = {
  id: '1',
  situacao: 'na_fila',
  tarefa: 'Enviar estoque',
  assunto: 'Caneca',
  marketplace: 'mercadolivre',
  usuario_nome: 'Maria',
  tentativas: 0,
  mensagem: null,
  proxima_tentativa: null,
};

it('says what a job does, and to what', () => {
  expect(jobTitle(job)).toBe('Enviar estoque: Caneca');
  expect(jobTitle({ ...job, assunto: null })).toBe('Enviar estoque');
});

it.each([
  [{}, 'Mercado Livre · Maria'],
  [{ tentativas: 1 }, 'Mercado Livre · Maria · 1 tentativa'],
  [
    { tentativas: 2, proxima_tentativa: '2026-03-02T17:05:00Z' },
    'Mercado Livre · Maria · 2 tentativas · próxima em 02/03/2026, 14:05',
  ],
  [{ usuario_nome: null }, 'Mercado Livre'],
])('of a job with %o it tells the rest as "%s"', (fields, text) => {
  expect(jobDetail({ ...job, ...fields })).toBe(text);
});
