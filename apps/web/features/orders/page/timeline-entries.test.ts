import type { OrderEvent } from '@esteira/validators/orders/order';
import type { OrderNote } from '@esteira/validators/orders/order-details';
import { expect, it } from 'vitest';
import { toTimeline } from './timeline-entries';

const event = (id: string, criado_em: string, ator_nome: string | null) =>
  ({ id, criado_em, ator_nome, de: null, para: 'pendente' }) as OrderEvent;
const note = (id: string, criado_em: string) => ({ id, criado_em, ator_nome: 'Ana' }) as OrderNote;

const recorded = {
  eventos: [
    event('arrived', '2026-11-20T10:00:00.000Z', null),
    event('approved', '2026-11-20T12:00:00.000Z', 'Bia'),
    event('sent', '2026-11-20T12:00:00.000Z', 'Bia'),
  ],
  notas: [note('first', '2026-11-20T09:00:00.000-02:00'), note('last', '2026-11-21T00:00:00.000Z')],
};

it('has notes and events in one line by their moments, those of one moment as they were written', () => {
  expect(toTimeline(recorded, 'amazon').map(({ id }) => id)).toEqual([
    'arrived',
    'first',
    'approved',
    'sent',
    'last',
  ]);
});

it('names the marketplace for what no person did', () => {
  const actors = (marketplace: 'amazon' | 'mercadolivre') =>
    toTimeline(recorded, marketplace).map(({ actor }) => actor);
  expect(actors('amazon')).toEqual(['Amazon', 'Ana', 'Bia', 'Bia', 'Ana']);
  expect(actors('mercadolivre')[0]).toBe('Mercado Livre');
});
