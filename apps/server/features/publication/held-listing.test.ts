import { UNSENT_CHANGES_WARNING } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingStatus } from '@esteira/marketplaces/port';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noDeadline } from '../../testing/no-deadline';
import { checkListing } from './jobs/check-job';
import { PublicationHarness, type Shop } from './testing/publication-harness';

const harness = new PublicationHarness();
beforeAll(() => harness.open());
afterAll(() => harness.close());
beforeEach(() => harness.reset());

const REVIEW = 'O Mercado Livre está revisando o anúncio.';

/** How Mercado Livre shows the listing from now on; `isHeld`: it cannot be paused. */
function show(
  status: ListingStatus,
  { motivos = [], isHeld = false }: { motivos?: string[]; isHeld?: boolean } = {},
) {
  harness.markets.mercadolivre.answers = {
    getListing: async (_ctx, { id_externo }) => ({
      ...{ id_externo, status, motivos },
      ...{ preco_centavos: null, estoque: null, url: null },
    }),
    ...(isHeld && { pause: () => Promise.reject(new AdapterError('validation', 'Não pode ser pausado.')) }),
  };
}

/** Looks at the listing, as an announcement has it done. */
function look({ user, product }: Shop): Promise<void> {
  const listing = {
    usuario_id: user.id,
    produto_id: product.id,
    marketplace: 'mercadolivre',
    conta_id: 1,
  } as const;
  return checkListing(harness.server.deps, listing, noDeadline);
}

const unpublish = ({ user, product }: Shop) => harness.act(user, `mercadolivre/despublicar/${product.id}`);

const countPauses = () => harness.markets.mercadolivre.argumentsOf('pause').length;

it('what was paused and reactivated over there is on sale here too, with what was edited meanwhile', async () => {
  const shop = await harness.publishedShop();
  show('paused');
  await look(shop);
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado', desejado: 'publicado' });
  await harness.edit(shop, { preco_venda_ml: 70 });
  const { avisos } = (await harness.stateOf(shop)) ?? {};
  expect(avisos).toContain(UNSENT_CHANGES_WARNING.mensagem);

  show('live');
  await look(shop);
  expect(await harness.work()).toEqual([]);
  expect(await harness.stateOf(shop)).toMatchObject({
    status: 'publicado',
    avisos: expect.not.arrayContaining([UNSENT_CHANGES_WARNING.mensagem]),
  });
  expect(await harness.flagsOf(shop)).toMatchObject({ ml: true });
  expect(countPauses()).toBe(0);
  expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([
    { preco_centavos: 7000 },
  ]);
});

it('what was paused over there and taken off sale here stays off sale', async () => {
  const shop = await harness.publishedShop();
  show('paused');
  await look(shop);
  await unpublish(shop);
  expect(await harness.work()).toEqual([]);
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado', desejado: 'pausado' });
  const before = countPauses();
  show('live');
  await look(shop);
  expect(await harness.work()).toEqual([]);
  expect(countPauses()).toBe(before + 1);
});

it.each(['processing', 'rejected'] as const)(
  'what is taken off sale while it is %s there is not for sale here, and is paused when it is there',
  async (status) => {
    const shop = await harness.publishedShop();
    show(status, { motivos: [REVIEW], isHeld: true });
    await unpublish(shop);
    expect(await harness.work()).toEqual([]);
    expect(await harness.stateOf(shop)).toMatchObject({
      status: 'pausado',
      desejado: 'pausado',
      motivo: `${REVIEW} Se voltar à venda, o anúncio será pausado.`,
    });
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: false });

    show('live');
    harness.later(1);
    expect(await harness.work()).toEqual([]);
    expect(countPauses()).toBe(2);
    show('paused');
    harness.later(1);
    expect(await harness.work()).toEqual([]);
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado', motivo: null });
    expect(harness.jobs.waiting).toEqual([]);
  },
);

it('what is paused and goes on being processed there is looked at by the plan, and not paused again', async () => {
  const shop = await harness.publishedShop();
  show('processing');
  await unpublish(shop);
  expect(await harness.work()).toEqual([]);
  for (let hour = 0; hour < 30; hour += 1) {
    harness.later(60);
    expect(await harness.work()).toEqual([]);
  }
  expect(countPauses()).toBe(1);
  expect(harness.jobs.waiting).toEqual([]);
});

it.each([
  ['takes', false],
  ['refuses', true],
])('a pause that the marketplace %s leaves the time that processing may take as it is', async (_, isHeld) => {
  const shop = await harness.makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
  await harness.publish(shop);
  await harness.work();
  const end = new Date(harness.now.getTime() + 24 * 3_600_000);
  harness.later(7 * 60);
  await harness.work();
  show('processing', { isHeld });
  await unpublish(shop);
  for (const minutes of [0, 1]) {
    harness.later(minutes);
    expect(await harness.work()).toEqual([]);
  }
  expect(harness.jobs.waiting.map(({ runAt }) => runAt)).toEqual([end]);
});
