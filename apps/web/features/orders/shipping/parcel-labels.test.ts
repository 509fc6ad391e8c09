import type { Order } from '@esteira/validators/orders/order';
import { describe, expect, it } from 'vitest';
import { packMates, parcelNote } from './parcel-labels';

type Parcel = NonNullable<Order['envio']>;

const parcel = (fields: Partial<Parcel> = {}): Parcel => ({
  situacao: 'etiqueta_impressa',
  precisa_nota: false,
  tem_etiqueta: true,
  pode_marcar_enviado: false,
  motivo: null,
  bloqueio: null,
  transportadora: null,
  codigo_rastreio: null,
  pacote_id: null,
  ...fields,
});

const order = (id: string, fields: Partial<Order> = {}) =>
  ({
    id,
    ml_order_id: `n-${id}`,
    marketplace: 'mercadolivre',
    status: 'pago',
    envio: parcel(),
    ...fields,
  }) as Order;

describe('the note beside a parcel', () => {
  it('is the marketplace’s reason, when there is one', () => {
    expect(parcelNote(order('a', { envio: parcel({ motivo: 'Falta a NF-e.' }) }))).toBe('Falta a NF-e.');
  });

  it('says who marks the parcel as shipped, once that is the next step', () => {
    expect(parcelNote(order('a'))).toBe(
      'O Mercado Livre marca o envio sozinho quando a transportadora recebe o pacote.',
    );
    expect(parcelNote(order('a', { marketplace: 'amazon' }))).toMatch(/^A Amazon marca o envio sozinha/);
    expect(parcelNote(order('a', { status: 'aprovado' }))).toBeNull();
    expect(parcelNote(order('a', { envio: parcel({ situacao: 'coletado' }) }))).toBeNull();
    expect(
      parcelNote(order('a', { envio: parcel({ situacao: 'envio_proprio', pode_marcar_enviado: true }) })),
    ).toBeNull();
  });

  it('is not there for a simulated order', () => {
    expect(parcelNote(order('a', { envio: null }))).toBeNull();
  });
});

it('orders of one pack know each other, those that stand alone or were cancelled do not', () => {
  const inPack = { envio: parcel({ pacote_id: 'p1' }) };
  const mates = packMates([
    order('a', inPack),
    order('b', inPack),
    order('c', { ...inPack, status: 'cancelado' }),
    order('d', { envio: parcel({ pacote_id: 'p2' }) }),
    order('e', { envio: null }),
  ]);
  expect([...mates]).toEqual([
    ['a', ['n-b']],
    ['b', ['n-a']],
  ]);
});
