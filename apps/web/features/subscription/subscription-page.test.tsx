import type { SubscriptionPayment } from '@esteira/validators/billing/subscription';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillIn, press, see, seeHeading } from '../../testing/controls';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { closeApp, getToasts, openApp, until } from '../../testing/open-app';
import { listOf } from '../../testing/samples';
import {
  NO_SUBSCRIPTION,
  PIX_PAID,
  RENEWAL,
  SIMULATED_GATEWAY,
  SUBSCRIPTION,
} from '../../testing/samples-checkout';

const PAGE = '/configuracoes/assinatura';
const FAILED = {
  ...RENEWAL,
  situacao: 'falhou',
  falha: 'O banco recusou a última cobrança. Troque o cartão.',
};

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer({
    'checkout.gateway': () => SIMULATED_GATEWAY,
    'checkout.openPix': () => null,
    'subscription.get': () => SUBSCRIPTION,
    'subscription.payments': () => listOf(PIX_PAID),
  });
});
afterEach(closeApp);

const region = async (name: string) => within(await until(() => screen.getByRole('region', { name })));

describe('the subscription page', () => {
  it('tells a new seller that there is no plan and no payment, and leads to the plans', async () => {
    server.answers['subscription.get'] = () => NO_SUBSCRIPTION;
    server.answers['subscription.payments'] = () => listOf();
    openApp(PAGE);
    await seeHeading('Assinatura');
    await see('Você ainda não tem um plano.');
    await until(() => screen.getByRole('heading', { name: 'Nenhum pagamento ainda' }));
    fireEvent.click((await region('Seu plano')).getByRole('link', { name: 'Ver Planos' }));
    await until(() => expect(location.pathname).toBe('/pricing'));
  });

  it('shows the plan, until when it lasts, and each payment', async () => {
    const byCard: SubscriptionPayment = {
      ...PIX_PAID,
      id: 'y2',
      meio: 'cartao',
      plano: 'top',
      parcelas: 3,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
    };
    server.answers['subscription.payments'] = () => listOf(byCard, PIX_PAID);
    openApp(PAGE);
    const plan = await region('Seu plano');
    plan.getByText('Ativo');
    plan.getByText('Válido até 31/01/2099');
    const payments = await region('Pagamentos');
    const rows = await until(() => {
      const found = payments.getAllByRole('listitem');
      expect(found).toHaveLength(2);
      return found.map((row) => row.textContent);
    });
    expect(rows[0]).toContain('Plano TOP');
    expect(rows[0]).toContain('Visa final 1111 em 3x');
    expect(rows[1]).toContain('Pix');
    fireEvent.click(plan.getByRole('link', { name: 'Renovar' }));
    await until(() => expect(location.pathname).toBe('/checkout/basico'));
  });

  it('saves the receipt of a payment, and says when it does not come', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    server.answers['/assinatura/pagamentos/y1/recibo.pdf'] = () => new Response('%PDF-');
    openApp(PAGE);
    await press(/^Recibo/);
    await until(() => expect(saved).toHaveBeenCalledTimes(1));
    server.answers['/assinatura/pagamentos/y1/recibo.pdf'] = () => {
      throw new Refusal(503, 'Tente de novo');
    };
    await press(/^Recibo/);
    await until(() => expect(getToasts('Erro ao baixar o recibo')).toHaveLength(1));
  });

  it('says what did not load, and reads it again when asked', async () => {
    const unknown = () => {
      throw new Refusal(404, '');
    };
    const { 'subscription.get': get } = server.answers;
    Object.assign(server.answers, { 'subscription.get': unknown, 'subscription.payments': unknown });
    openApp(PAGE);
    await until(() => expect(screen.getAllByText('Erro ao carregar a assinatura')).not.toEqual([]));
    await until(() => expect(screen.getAllByText('Erro ao carregar os pagamentos')).not.toEqual([]));
    await until(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    Object.assign(server.answers, { 'subscription.get': get });
    fireEvent.click((await until(() => screen.getAllByText('Tentar novamente')))[0] as HTMLElement);
    await region('Seu plano');
  });
});

describe('automatic renewal', () => {
  const turnOn = async () => {
    await fillIn('Nome no Cartão', 'Marina');
    await fillIn('Número do Cartão', '4111111111111111');
    await fillIn('Validade', '12/39');
    await fillIn('CVV', '123');
    await press('Ligar renovação automática');
  };

  it('is off until a card is given for it, and charges nothing before the plan ends', async () => {
    const { plano, data_expiracao } = SUBSCRIPTION;
    const { 'auth.me': me } = server.answers;
    server.answers['auth.me'] = (input) => ({ ...(me?.(input) as object), plano, data_expiracao });
    server.answers['subscription.turnOnRenewal'] = () => {
      throw new Refusal(402, 'O banco não aceitou o cartão');
    };
    openApp(PAGE);
    const renewal = await region('Renovação automática');
    renewal.getByText('Desligada');
    fireEvent.click(renewal.getByRole('link', { name: 'Ligar renovação automática' }));
    await seeHeading('Renovação automática');
    await see(/^Nada é cobrado agora/);
    await turnOn();
    expect(screen.queryByLabelText('Parcelas')).toBeNull();
    await until(() => screen.getByRole('alert'));
    const subscription = { ...SUBSCRIPTION, renovacao: RENEWAL };
    server.answers['subscription.turnOnRenewal'] = () => subscription;
    server.answers['subscription.get'] = () => subscription;
    await turnOn();
    await seeHeading('Assinatura');
    const on = await region('Renovação automática');
    await until(() => on.getByText('Ligada'));
    on.getByText('Visa final 1111');
    on.getByText(/^Próxima cobrança em 30\/01\/2099: R\$\s119,00/);
    expect((await region('Pagamentos')).getAllByRole('listitem')).toHaveLength(1);
  });

  it('whose bank refused a charge says so, and can be ended', async () => {
    const refused = { ...PIX_PAID, status: 'recusado', meio: 'cartao', tem_recibo: false };
    server.answers['subscription.get'] = () => ({ ...SUBSCRIPTION, renovacao: FAILED });
    server.answers['subscription.payments'] = () => listOf(refused);
    server.answers['subscription.turnOffRenewal'] = () => SUBSCRIPTION;
    openApp(PAGE);
    const renewal = await region('Renovação automática');
    renewal.getByText('Cobrança recusada');
    renewal.getByText(/^O banco recusou a última cobrança\./);
    const payments = await region('Pagamentos');
    const charges = await until(() => payments.getAllByRole('listitem'));
    expect(charges.map((row) => row.textContent)).toEqual([expect.stringContaining('Recusado')]);
    fireEvent.click(renewal.getByRole('button', { name: 'Desligar renovação automática' }));
    await see(/^O plano continua valendo até 31\/01\/2099/);
    await press('Desligar', '[role="alertdialog"]');
    await until(() => renewal.getByText('Desligada'));
    (await region('Seu plano')).getByText('Ativo');
  });
});
