import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeConnection } from '../sellers';
import { type FakeMercadoLivre, startFakeMercadoLivre } from '../server';

let fake: FakeMercadoLivre;
let ana: FakeConnection;

beforeEach(async () => {
  fake = await startFakeMercadoLivre();
});

afterEach(() => fake.close());

async function send(method: string, path: string, json: unknown) {
  const headers = { authorization: `Bearer ${ana.access_token}`, 'content-type': 'application/json' };
  const response = await fetch(`${fake.url}${path}`, { method, headers, body: JSON.stringify(json) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** A listing of a new seller. */
function seed(modelo: 'classic' | 'user_product', titulo = 'Fone de ouvido'): string {
  ana = fake.connectSeller({ modelo });
  return fake.seedListing(ana.vendedor_id, { titulo });
}

const change = (id: string, json: unknown) => send('PUT', `/items/${id}`, json);

describe('what describes an item', () => {
  it('is taken whole or not at all', async () => {
    const id = seed('classic');
    const refused = await change(id, { title: 'Fone novo', attributes: [{ id: 'GTIN', value_name: '1' }] });
    expect(refused).toMatchObject({ status: 400, body: { cause: [{ cause_id: 7711 }] } });
    expect(fake.item(id)).toMatchObject({ title: 'Fone de ouvido', attributes: [] });
  });

  it('merges attributes by their id, and gives new pictures ids of its own', async () => {
    const id = seed('classic');
    const source = 'https://cdn.exemplo.com.br/a.jpg';
    await change(id, { attributes: [{ id: 'BRAND', value_name: 'JBL' }], pictures: [{ source }] });
    const [first] = fake.item(id).pictures;
    await change(id, {
      attributes: [{ id: 'COLOR', value_name: 'Azul' }],
      pictures: [{ source }, { id: first?.id }],
    });
    expect(fake.item(id).attributes).toEqual([
      { id: 'BRAND', value_name: 'JBL' },
      { id: 'COLOR', value_name: 'Azul' },
    ]);
    const [second, kept] = fake.item(id).pictures;
    expect(kept).toEqual(first);
    expect(second?.id).not.toBe(first?.id);
  });

  it.each([
    [{ title: 'x'.repeat(61) }],
    [{ condition: 'broken' }],
    [{ attributes: [{ id: 'UNKNOWN', value_name: 'x' }] }],
    [{ pictures: [] }],
    [{ pictures: [{ id: 'UNKNOWN' }] }],
    [{ family_name: 'Fone' }],
    [{ listing_type_id: 'gold_pro' }],
    [{ category_id: 'MLB1000' }],
  ])('is refused: %j', async (fields) => {
    const id = seed('classic');
    const before = structuredClone(fake.item(id));
    expect((await change(id, fields)).status).toBe(400);
    expect(fake.item(id)).toEqual(before);
  });

  it('keeps title and condition after the first sale', async () => {
    const id = seed('classic');
    fake.item(id).sold_quantity = 1;
    for (const fields of [{ title: 'Fone novo' }, { condition: 'used' }])
      expect((await change(id, fields)).body.cause[0].code).toMatch(/not_modifiable/);
    const condition = [{ id: 'ITEM_CONDITION', value_id: '2230581' }];
    expect((await change(id, { attributes: condition })).status).toBe(400);
  });

  it('takes no name of a user product from its item', async () => {
    const id = seed('user_product');
    expect((await change(id, { title: 'Fone novo' })).status).toBe(400);
    expect((await change(id, { family_name: 'Fone novo' })).body).toMatchObject({ cause: 374 });
  });
});

describe('the listing type', () => {
  it('may be changed once, by the seller alone', async () => {
    const id = seed('classic');
    const path = `/items/${id}/listing_type`;
    expect((await send('POST', path, { id: 'gold_premium' })).status).toBe(400);
    expect((await send('POST', path, { id: 'gold_pro' })).status).toBe(200);
    expect((await send('POST', path, { id: 'gold_special' })).body.cause[0].code).toMatch(/not_modifiable/);
    expect(fake.item(id).listing_type_id).toBe('gold_pro');
    ana = fake.connectSeller();
    expect((await send('POST', path, { id: 'free' })).status).toBe(403);
  });
});

describe('a family', () => {
  it('is renamed as a whole, to a name that no other has', async () => {
    const id = seed('user_product');
    const other = fake.seedListing(ana.vendedor_id, { titulo: 'Fone de ouvido' });
    fake.seedListing(ana.vendedor_id, { titulo: 'Caixa de som' });
    const path = `/user-products-families/${fake.item(id).family_id}`;
    expect((await send('PUT', path, { family_name: 'Caixa de som' })).status).toBe(409);
    expect((await send('PUT', path, { family_name: 'x'.repeat(61) })).status).toBe(400);
    expect((await send('PUT', path, { family_name: 'Fone novo' })).status).toBe(201);
    for (const each of [id, other])
      expect(fake.item(each)).toMatchObject({ family_name: 'Fone novo', title: 'Fone novo Original' });
    ana = fake.connectSeller();
    expect((await send('PUT', path, { family_name: 'Fone' })).status).toBe(403);
    expect((await send('PUT', '/user-products-families/1', { family_name: 'Fone' })).status).toBe(404);
  });
});
