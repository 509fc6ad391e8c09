import type { CardPayment } from '@esteira/validators/billing/checkout';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose, fillIn, findButton, findField, press, see, seeHeading } from '../../../testing/controls';
import {
  bringScript,
  CREDIT,
  CREDIT_WITH_INTEREST,
  DEBIT,
  openInOwnDocument,
  takeScriptAway,
  typeCard,
} from '../../../testing/fake-mercado-pago';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { closeApp, getToasts, openApp, until } from '../../../testing/open-app';
import { APPROVED, REAL_GATEWAY } from '../../../testing/samples-checkout';

/** Sentences of the server (packages/payments/src/mercado-pago/gateway.test.ts). */
const REFUSALS = [
  'Saldo ou limite insuficiente.',
  'O banco do cartão recusou. Use outro cartão ou Pix.',
  'O banco do cartão pede uma autenticação. Use outro cartão ou Pix.',
];
const PAY = 'Pagar R$ 119,00';
const NOT_ANSWERED = 'A autenticação do banco não foi concluída.';

const REVIEWED: CardPayment = {
  id: 'c1',
  situacao: 'em_analise',
  desafio_url: null,
  message: 'Pagamento em análise pela operadora do cartão.',
};
const CHALLENGED = { ...REVIEWED, desafio_url: 'https://acs.banco.example/x' };

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer({
    'checkout.gateway': () => REAL_GATEWAY,
    'checkout.openPix': () => null,
    'checkout.payWithToken': () => ({ message: APPROVED, em_andamento: null }),
  });
});
afterEach(() => {
  takeScriptAway();
  closeApp();
});

const sent = () =>
  server.sent.filter(({ call }) => call === 'checkout.payWithToken').map(({ input }) => input as object);

async function fillCard(number = CREDIT): Promise<void> {
  await fillIn('Nome no Cartão', 'APRO');
  await fillIn('CPF do titular', '12345678909');
  await findButton(/^Pagar/);
  await typeCard(number);
}

function openCheckout(path = '/checkout/basico'): void {
  openApp(path);
  openInOwnDocument();
}

async function openForm(path?: string, number = CREDIT): Promise<void> {
  bringScript();
  openCheckout(path);
  await fillCard(number);
}

describe('the card form where payments are real', () => {
  it('sends the token of the card, never its number', async () => {
    await openForm('/checkout/intermediario');
    await see('Número do Cartão (Mastercard)');
    expect(screen.queryByText(/^Pagamento simulado/)).toBeNull();
    await choose('Parcelas', '3x de R$ 83,33 sem juros');
    await press('Pagar R$ 250,00');
    await until(() => expect(getToasts()).toEqual([APPROVED]));
    expect(sent()).toMatchObject([
      { plano: 'intermediario', token: 'tok_APRO', ultimos_digitos: '0366', bandeira: 'master', parcelas: 3 },
    ]);
    expect(JSON.stringify(server.sent)).not.toContain(CREDIT);
  });

  it('each refusal has its sentence, and what was typed stays for another try', async () => {
    await openForm();
    for (const sentence of REFUSALS) {
      server.answers['checkout.payWithToken'] = () => {
        throw new Refusal(402, sentence);
      };
      await press(PAY);
      await until(() => within(screen.getByRole('alert')).getByText(sentence));
    }
    expect((await findField('CPF do titular')).value).toBe('123.456.789-09');
    server.answers['checkout.payWithToken'] = () => ({ message: APPROVED, em_andamento: null });
    await press(PAY);
    await see(APPROVED);
    expect(sent()).toHaveLength(REFUSALS.length + 1);
  });

  it('instalments are what the account offers for the card, with their interest, and as they are charged', async () => {
    await openForm('/checkout/intermediario', CREDIT_WITH_INTEREST);
    await choose('Parcelas', '3x de R$ 87,34 (total R$ 262,02)');
    const summary = within(await until(() => screen.getByRole('region', { name: 'Resumo do Pedido' })));
    await until(() => summary.getByText('3x de R$ 87,34'));
    summary.getByText('R$ 12,02');
    await findButton('Pagar R$ 262,02');
    await typeCard(CREDIT);
    await until(() => summary.getByText('2x de R$ 83,33 e 1x de R$ 83,34'));
    // A debit card is charged at once, whatever was chosen for the card before it.
    await typeCard(DEBIT);
    await until(() => expect(screen.getByLabelText<HTMLSelectElement>('Parcelas').value).toBe('1'));
    await until(() => summary.getByText('1x de R$ 250,00'));
    await press('Pagar R$ 250,00');
    await until(() => expect(sent()).toMatchObject([{ tipo: 'debit_card', parcelas: 1 }]));
  });

  it('a card that cannot be read is not sent', async () => {
    await openForm();
    await typeCard('547492543');
    await press(PAY);
    await until(() => within(screen.getByRole('alert')).getByText('Confira os dados do cartão.'));
    await fillIn('CPF do titular', '111.111.111-11');
    await press(PAY);
    await see('CPF inválido');
    expect(sent()).toEqual([]);
  });

  it('a blocked script is answered with a sentence, Pix beside it, and tried again when asked', async () => {
    openCheckout();
    const script = await until(() => document.querySelector('script[src*="mercadopago"]') ?? fail());
    fireEvent.error(script);
    await see('O formulário do cartão não abriu.');
    await press('Pagar com Pix');
    await findButton('Gerar código Pix');
    fireEvent.click(screen.getByRole('radio', { name: 'Cartão' }));
    bringScript();
    await press('Tentar novamente');
    await fillCard();
    await press(PAY);
    await see(APPROVED);
  });
});

describe('a card that its bank does not decide at once', () => {
  const begin = async (payment: CardPayment) => {
    server.answers['checkout.payWithToken'] = () => ({ message: payment.message, em_andamento: payment });
    server.answers['checkout.card'] = () => payment;
    await openForm();
    await press(PAY);
  };
  const decide = (fields: Partial<CardPayment>) => {
    server.answers['checkout.card'] = () => ({ ...REVIEWED, ...fields });
  };

  it('is asked about in the page in place of the form, and is paid when it is answered', async () => {
    await begin(CHALLENGED);
    await see('Confirme a compra com o seu banco.');
    const frame = await until(() => screen.getByTitle('Autenticação do banco'));
    expect(frame.getAttribute('src')).toBe(CHALLENGED.desafio_url);
    expect((await findButton(PAY)).closest('[hidden]')).not.toBeNull();
    decide({ situacao: 'aprovado', message: APPROVED });
    fireEvent(window, new MessageEvent('message', { data: { status: 'COMPLETE' } }));
    await until(() => expect(getToasts()).toEqual([APPROVED]));
    takeScriptAway();
    await seeHeading('Dashboard');
    expect(sent()).toHaveLength(1);
  });

  it('says that the answer was not accepted, and takes another card', async () => {
    await begin(CHALLENGED);
    await see('Confirme a compra com o seu banco.');
    decide({ situacao: 'recusado', message: NOT_ANSWERED });
    await until(() => within(screen.getByRole('alert')).getByText(NOT_ANSWERED));
    expect((await findButton(PAY)).disabled).toBe(false);
    server.answers['checkout.payWithToken'] = () => ({ message: APPROVED, em_andamento: null });
    await press(PAY);
    takeScriptAway();
    await seeHeading('Dashboard');
    expect(sent()).toHaveLength(2);
  });

  it('a card under review is followed on the page until its bank has decided', async () => {
    await begin(REVIEWED);
    await see(REVIEWED.message);
    decide({ situacao: 'aprovado', message: APPROVED });
    await until(() => expect(getToasts()).toEqual([APPROVED]));
    takeScriptAway();
    await seeHeading('Dashboard');
  });
});

function fail(): never {
  throw new Error('no script was asked for');
}
