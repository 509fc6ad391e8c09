import { expect, it } from 'vitest';
import type { RenewalStart } from '../src/port';
import type { GatewayHarness } from './gateway-harness';

const MONTH_MS = 31 * 24 * 60 * 60_000;

const toStart = (
  harness: GatewayHarness,
  fate: Parameters<GatewayHarness['makeRenewalCard']>[0],
): RenewalStart => {
  const { reference, amountCents, description, payer } = harness.makeCharge();
  return {
    ...{ reference, amountCents, description, payer },
    months: 1,
    startsAt: new Date(harness.now().getTime() + MONTH_MS),
    card: harness.makeRenewalCard(fate),
    backUrl: 'https://loja.example/configuracoes/assinatura',
  };
};
async function start(harness: GatewayHarness, input: RenewalStart) {
  const started = await harness.gateway.renewals.start(harness.ctx, input);
  if (started.status === 'recusado') throw new Error('the card was refused');
  return started;
}
const lookUp = (
  { gateway, ctx, now }: GatewayHarness,
  { reference, amountCents }: RenewalStart,
  id: string,
) => gateway.lookup(ctx, { reference, amountCents, createdAt: now(), id_externo: id });

/** What every RenewalGateway keeps; lookup and refund take its charges as any others. */
export function defineRenewals(get: () => GatewayHarness): void {
  it('charge nothing before their start, and then every term', async () => {
    const harness = get();
    const input = toStart(harness, 'approved');
    const { id_externo, charges, nextAt } = await start(harness, input);
    expect([charges, nextAt]).toEqual([[], input.startsAt]);
    harness.advance(MONTH_MS);
    const { renewals } = harness.gateway;
    const [first = '', ...others] = (await renewals.read(harness.ctx, id_externo)).charges;
    expect(others).toEqual([]);
    expect(await lookUp(harness, input, first)).toMatchObject({ status: 'aprovado', id_externo: first });
    harness.advance(MONTH_MS);
    expect((await renewals.read(harness.ctx, id_externo)).charges).toEqual([first, expect.any(String)]);
  });

  it('tell every charge, however many there are', async () => {
    const harness = get();
    const { id_externo } = await start(harness, toStart(harness, 'approved'));
    harness.advance(26 * MONTH_MS);
    const { charges } = await harness.gateway.renewals.read(harness.ctx, id_externo);
    expect(new Set(charges).size).toBe(26);
  });

  it('tell a charge that the bank refused', async () => {
    const harness = get();
    const input = toStart(harness, 'refused_later');
    const { id_externo } = await start(harness, input);
    harness.advance(MONTH_MS);
    const [charge = ''] = (await harness.gateway.renewals.read(harness.ctx, id_externo)).charges;
    expect(await lookUp(harness, input, charge)).toMatchObject({ status: 'recusado' });
  });

  it('give the money of a charge back once, however often that is asked for', async () => {
    const harness = get();
    const { gateway, ctx, now } = harness;
    const input = toStart(harness, 'approved');
    const { id_externo } = await start(harness, input);
    harness.advance(MONTH_MS);
    const [charge = ''] = (await gateway.renewals.read(ctx, id_externo)).charges;
    const { reference, amountCents } = input;
    const known = { reference, amountCents, createdAt: now(), id_externo: charge, idempotencyKey: 'estorno' };
    const refunded = { status: 'estornado', id_externo: charge };
    expect(await gateway.refund(ctx, known)).toEqual(refunded);
    expect(await gateway.refund(ctx, known)).toEqual(refunded);
    expect(await lookUp(harness, input, charge)).toEqual(refunded);
  });
  defineEnds(get);
}

function defineEnds(get: () => GatewayHarness): void {
  it('can be ended, however often', async () => {
    const harness = get();
    const { renewals } = harness.gateway;
    const { id_externo } = await start(harness, toStart(harness, 'approved'));
    await renewals.end(harness.ctx, id_externo);
    await renewals.end(harness.ctx, id_externo);
  });

  it('are refused with a reason where the card is', async () => {
    const harness = get();
    const input = { ...toStart(harness, 'approved'), card: harness.makeRefusedCard() };
    const refused = await harness.gateway.renewals.start(harness.ctx, input);
    expect(refused).toEqual({ status: 'recusado', motivo: expect.stringMatching(/\.$/) });
  });
}
