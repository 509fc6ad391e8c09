import { readFileSync } from 'node:fs';
import { isCardLengthValid, isLuhnValid } from '@esteira/domain/billing/card';
import { describe, expect, it } from 'vitest';
import { describeGateway } from '../../testing/conformance';
import type { GatewayHarness } from '../../testing/gateway-harness';
import { CardDetails } from '../card-details';
import type { PaymentErrorKind } from '../payment-error';
import type { ChargeCard, ChargeInput } from '../port';
import { PrivateText } from '../private-text';
import { createSimulatedGateway } from './gateway';
import { SENTINEL_CARDS, SENTINEL_HOLDERS, SIMULATED_REFUSED_CARD, SIMULATED_TEST_CARD } from './test-cards';

const CTX = { usuarioId: 'ana' };
const NOW = new Date('2026-11-21T15:00:00Z');
const DOCUMENT = readFileSync(new URL('../../../../docs/sentinels.md', import.meta.url), 'utf8');

const FAILING_CARDS: Partial<Record<PaymentErrorKind, string>> = {
  unavailable: '4000 0000 0000 5035',
  timeout: '4000 0000 0000 4087',
  conflict: '4000 0000 0000 4095',
  misconfigured: '4000 0000 0000 4012',
};

describeGateway('simulated gateway', async () => makeHarness());

describe('test cards', () => {
  it.each([
    [SIMULATED_TEST_CARD, 'aprovado'],
    [SIMULATED_REFUSED_CARD, 'recusado'],
    ['4000 0000 0000 9995', 'recusado'],
    ['4000 0000 0000 2032', 'pendente'],
    ['5555 5555 5555 4444', 'aprovado'],
    ['3782 822463 10005', 'aprovado'],
    ['4111 1111 1111 1112', 'recusado'],
  ])('%s is %s', async (number, status) => {
    const result = await createSimulatedGateway().charge(CTX, toCharge(card(number), 'chave'));
    expect(result.status).toBe(status);
  });

  it.each([
    ['APRO', 'aprovado'],
    ['OTHE', 'recusado'],
    ['CONT', 'pendente'],
    ['FUND', 'recusado'],
    ['ana apro', 'aprovado'],
  ])('the holder %s on the test card is %s', async (holder, status) => {
    const used = card(SIMULATED_TEST_CARD, holder);
    expect((await createSimulatedGateway().charge(CTX, toCharge(used, 'chave'))).status).toBe(status);
  });

  it('pass the checkout form: Luhn and brand length hold for each', () => {
    for (const number of SENTINEL_CARDS) {
      expect([number, isLuhnValid(number), isCardLengthValid(number)]).toEqual([number, true, true]);
    }
  });

  it('are all documented in docs/sentinels.md', () => {
    for (const number of SENTINEL_CARDS) expect(DOCUMENT).toContain(number.replace(/(\d{4})(?=\d)/g, '$1 '));
    for (const holder of SENTINEL_HOLDERS) expect(DOCUMENT).toContain(`\`${holder}\``);
  });
});

describe('a simulated gateway without memory', () => {
  it('gives the same charge for a key on any server, and another for another seller', async () => {
    const input = toCharge(card(SIMULATED_TEST_CARD), 'chave-1');
    const first = await createSimulatedGateway().charge(CTX, input);
    expect(await createSimulatedGateway().charge(CTX, input)).toEqual(first);
    const other = await createSimulatedGateway().charge({ usuarioId: 'bia' }, input);
    expect(other.id_externo).not.toBe(first.id_externo);
  });

  it('knows the fate of a charge from its id alone, after a restart', async () => {
    const input = toCharge(card('4000 0000 0000 2032'), 'chave-2');
    const { id_externo } = await createSimulatedGateway().charge(CTX, input);
    const found = await createSimulatedGateway().lookup(CTX, { ...toRef(input), id_externo });
    expect(found).toMatchObject({ status: 'recusado', id_externo, motivo: expect.stringMatching(/./) });
  });

  it('forgets references beyond the last thousand, so that it cannot grow', async () => {
    const gateway = createSimulatedGateway();
    for (let number = 0; number <= 1000; number += 1) {
      await gateway.charge(CTX, toCharge(card(SIMULATED_TEST_CARD), `chave-${number}`));
    }
    const ref = toRef(toCharge(card(SIMULATED_TEST_CARD), 'chave'));
    expect(await gateway.lookup(CTX, { ...ref, reference: 'pagamento-chave-0' })).toBeNull();
    expect(await gateway.lookup(CTX, { ...ref, reference: 'pagamento-chave-1' })).not.toBeNull();
  });
});

function makeHarness(): GatewayHarness {
  let made = 0;
  let now = NOW;
  const gateway = createSimulatedGateway(() => now);
  const nextKey = () => {
    made += 1;
    return `chave-${made}`;
  };
  return {
    gateway,
    ctx: CTX,
    makeCharge: (used = card(SIMULATED_TEST_CARD)) => toCharge(used, nextKey()),
    makePix: () => ({ ...toPayable(nextKey()), minutes: 30 }),
    makeRefusedCard: () => card(SIMULATED_REFUSED_CARD),
    makeReviewedCard: () => card('4000 0000 0000 2024'),
    finishCharge: async () => undefined,
    makeRenewalCard: (fate) => card(fate === 'approved' ? SIMULATED_TEST_CARD : '4000 0000 0000 2032'),
    makeLostAnswerCard: () => card('4000 0000 0000 5043'),
    failures: Object.keys(FAILING_CARDS) as PaymentErrorKind[],
    makeFailingCard: (kind) => card(FAILING_CARDS[kind] ?? ''),
    payPix: async (charge) => void (await gateway.payPix(CTX, charge)),
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
    now: () => now,
  };
}

function card(number: string, holder = 'ANA LIMA'): ChargeCard {
  return { kind: 'details', details: new CardDetails({ number, holder, expiry: '12/30', cvv: '987' }) };
}

function toCharge(used: ChargeCard, key: string): ChargeInput {
  return { ...toPayable(key), installments: 1, card: used };
}

function toPayable(key: string) {
  return {
    reference: `pagamento-${key}`,
    amountCents: 11_900,
    description: 'Plano Basico',
    idempotencyKey: key,
    payer: { email: 'ana@exemplo.com.br', cpf: new PrivateText('12345678909') },
  };
}

function toRef({ reference, amountCents }: ChargeInput) {
  return { reference, amountCents, createdAt: NOW };
}
