import type { Listing } from '@esteira/validators/marketplaces/listing';
import { describe, expect, it } from 'vitest';
import { listingActions } from './listing-badges';

const listing = (fields: Partial<Listing>): Listing => ({
  produto_id: 'p',
  marketplace: 'amazon',
  status: 'publicado',
  desejado: 'publicado',
  motivo: null,
  avisos: [],
  url: null,
  sincronizado_em: null,
  modo: 'real',
  ...fields,
});

describe('what can be asked of a real listing', () => {
  it.each<[string, Listing | null, string[]]>([
    ['none', null, ['publish']],
    ['waiting to be published', listing({ status: 'na_fila' }), ['unpublish']],
    [
      'waiting for what failed',
      listing({ status: 'na_fila', motivo: 'Sem resposta.' }),
      ['retry', 'unpublish'],
    ],
    ['waiting to be taken off sale', listing({ status: 'na_fila', desejado: 'pausado' }), []],
    ['being processed', listing({ status: 'processando' }), ['unpublish']],
    ['on sale', listing({}), ['unpublish']],
    ['refused', listing({ status: 'erro', motivo: 'Falta a marca.' }), ['retry']],
    ['paused', listing({ status: 'pausado', desejado: 'pausado' }), ['publish']],
    ['closed', listing({ status: 'encerrado' }), ['publish']],
  ])('%s', (_, given, actions) => {
    expect(listingActions(given)).toEqual(actions);
  });
});
