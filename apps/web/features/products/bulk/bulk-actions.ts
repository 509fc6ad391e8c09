import type { Marketplace } from '@esteira/domain/marketplaces';

export interface BulkAction {
  kind: 'publish' | 'unpublish';
  marketplace: Marketplace;
  label: string;
  /** 'publicado', 'publicados', as the result counts them. */
  done: [one: string, many: string];
  /** What a failure is called when the server gives no reason (docs/product-rules/web-app.md#error-messages). */
  failure: string;
}

const PUBLISHED: BulkAction['done'] = ['publicado', 'publicados'];
const UNPUBLISHED: BulkAction['done'] = ['despublicado', 'despublicados'];

export const BULK_ACTIONS: BulkAction[] = [
  {
    kind: 'publish',
    marketplace: 'mercadolivre',
    label: 'Publicar no ML',
    done: PUBLISHED,
    failure: 'Erro ao publicar produto',
  },
  {
    kind: 'publish',
    marketplace: 'amazon',
    label: 'Publicar na Amazon',
    done: PUBLISHED,
    failure: 'Erro ao publicar na Amazon',
  },
  {
    kind: 'unpublish',
    marketplace: 'mercadolivre',
    label: 'Despublicar do ML',
    done: UNPUBLISHED,
    failure: 'Erro ao despublicar produto',
  },
  {
    kind: 'unpublish',
    marketplace: 'amazon',
    label: 'Despublicar da Amazon',
    done: UNPUBLISHED,
    failure: 'Erro ao despublicar produto',
  },
];
