import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose, fillIn, findButton, findField, press, see, seeHeading } from '../../../testing/controls';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { getPart } from '../../../testing/find';
import { closeApp, getToasts, openApp, until } from '../../../testing/open-app';
import { USER } from '../../../testing/samples';
import { APPROVED, SIMULATED_GATEWAY } from '../../../testing/samples-checkout';

const REFUSED = 'Pagamento recusado pela operadora do cartão';
const PAY = 'Pagar R$ 119,00';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer({
    'checkout.gateway': () => SIMULATED_GATEWAY,
    'checkout.openPix': () => null,
    'checkout.pay': () => {
      throw new Refusal(402, REFUSED);
    },
  });
});
afterEach(closeApp);

async function fillCard(number: string): Promise<void> {
  await fillIn('Nome no Cartão', 'Marina Albuquerque');
  await fillIn('Número do Cartão', number);
  await fillIn('Validade', '1239');
  await fillIn('CVV', '123');
}

const values = async () => [
  await findField('Número do Cartão'),
  await findField('Validade'),
  await findField('Nome no Cartão'),
];

describe('the card form of the simulation', () => {
  it('a payment makes the plan active and leads to the dashboard', async () => {
    server.answers['checkout.pay'] = () => ({ message: APPROVED });
    openApp('/checkout/intermediario');
    await see(/^Pagamento simulado/);
    await fillCard('4111111111111111');
    expect((await values()).map(({ value }) => value)).toEqual([
      '4111 1111 1111 1111',
      '12/39',
      'MARINA ALBUQUERQUE',
    ]);
    await see('Visa');
    await choose('Parcelas', '3x de R$ 83,33 sem juros');
    await see('2x de R$ 83,33 e 1x de R$ 83,34');
    await press('Pagar R$ 250,00');
    await until(() => expect(getToasts()).toEqual([APPROVED]));
    await seeHeading('Dashboard');
  });

  it('the summary says what was bought: a payment that moves the end of the plan is not added again', async () => {
    let data_expiracao = '2099-01-25T15:00:00.000Z';
    server.answers['auth.me'] = () => ({ ...USER, plano: 'basico', data_expiracao });
    server.answers['checkout.pay'] = () => {
      data_expiracao = '2099-02-25T15:00:00.000Z';
      return { message: APPROVED };
    };
    openApp('/checkout/basico');
    const summary = () => getPart('Resumo do Pedido').textContent;
    const before = await until(() => {
      expect(summary()).toContain('Seu acesso vai até 25/01/2099. Com este pagamento, vai até 25/02/2099.');
      return summary();
    });
    await fillCard('4111111111111111');
    const read = server.count('auth.me');
    await press(PAY);
    await until(() => screen.getByText(APPROVED, { selector: 'p' }));
    expect(server.count('auth.me')).toBeGreaterThan(read);
    expect(summary()).toBe(before);
    expect(before).toContain('1x de R$\u00a0119,00');
  });

  it('a refused card is told and the form stays filled', async () => {
    openApp('/checkout/basico');
    await fillCard('4000000000000002');
    await press(PAY);
    await until(() => expect(getToasts()).toEqual([REFUSED]));
    const alert = await until(() => screen.getByRole('alert'));
    expect(alert.textContent).toBe(REFUSED);
    expect((await findField('Número do Cartão')).value).toBe('4000 0000 0000 0002');
    // It goes with the next try, before that has an answer.
    server.hold((call) => call === 'checkout.pay');
    await press(PAY);
    await until(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('a mistyped card never leaves the page', async () => {
    openApp('/checkout/basico');
    await fillCard('4111111111111112');
    await press(PAY);
    await see('Número do cartão inválido');
    expect(server.count('checkout.pay')).toBe(0);
    fireEvent.click(screen.getByRole('link', { name: 'Voltar aos Planos' }));
    await until(() => expect(location.pathname).toBe('/pricing'));
  });

  it('a payment keeps its key while it may have been charged, and takes a new one after a refusal or a change', async () => {
    openApp('/checkout/basico');
    await fillCard('4000000000000002');
    const refuse = (status: number, detail: string) => () => {
      throw new Refusal(status, detail);
    };
    const pay = async (told: string) => {
      await press(PAY);
      await until(() => expect(getToasts(told)).not.toEqual([]));
    };
    server.breakDown((call) => call === 'checkout.pay', 'cut');
    await pay('Erro ao processar pagamento');
    server.breakDown(() => false);
    for (const [status, told] of [
      [409, 'Resposta 409'],
      [503, 'Resposta 503'],
      [402, REFUSED],
    ] as const) {
      server.answers['checkout.pay'] = refuse(status, told);
      await pay(told);
    }
    await press(PAY);
    await until(() => expect(server.count('checkout.pay')).toBe(5));
    server.answers['checkout.pay'] = () => ({ message: APPROVED });
    await fillIn('Número do Cartão', '4111111111111111');
    await findButton(PAY);
    await pay('Pagamento aprovado!');

    const keys = server.sent
      .filter(({ call }) => call === 'checkout.pay')
      .map(({ input }) => (input as { chave_idempotencia: string }).chave_idempotencia);
    expect(keys).toHaveLength(6);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys.slice(3)).size).toBe(3);
  });
});

it('an unknown plan leads back to the plans', async () => {
  openApp('/checkout/gratis');
  await until(() => expect(location.pathname).toBe('/pricing'));
});

it('a card that was begun is still there after a look at Pix', async () => {
  openApp('/checkout/basico');
  await fillIn('Nome no Cartão', 'Marina');
  const methods = within(screen.getByRole('group', { name: 'Forma de pagamento' }));
  fireEvent.click(methods.getByRole('radio', { name: 'Pix' }));
  await findButton('Gerar código Pix');
  const name = await findField('Nome no Cartão');
  expect(name.closest('[hidden]')).not.toBeNull();
  fireEvent.click(methods.getByRole('radio', { name: 'Cartão' }));
  await until(() => expect(name.closest('[hidden]')).toBeNull());
  expect(name.value).toBe('MARINA');
});
