import type { PixPayment } from '@esteira/validators/billing/pix';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findButton, press, see, seeHeading } from '../../../testing/controls';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { closeApp, openApp, pass, until } from '../../../testing/open-app';
import { APPROVED, PIX, REAL_GATEWAY, SIMULATED_GATEWAY } from '../../../testing/samples-checkout';

const QR = 'QR code do Pix de R$\u00a0119,00 para Esteira';

/** The Pix as the server holds it now; null before one is made. */
let pix: PixPayment | null;
let server: FakeServer;
beforeEach(() => {
  pix = null;
  server = new FakeServer({
    'checkout.gateway': () => REAL_GATEWAY,
    'checkout.openPix': () => pix,
    'checkout.pix': () => pix,
    'checkout.createPix': () => {
      pix = pix === null ? PIX : { ...PIX, id: 'x2', copia_e_cola: 'PIX-SIMULADO-2' };
      return pix;
    },
  });
});
afterEach(closeApp);

const change = (fields: Partial<PixPayment>) => {
  pix = { ...PIX, ...pix, ...fields };
};
const markPaid = () => change({ situacao: 'aprovado', message: APPROVED });
const readCode = async () => (await until(() => screen.getByRole('img', { name: QR }))).innerHTML;

async function makePix(button = 'Gerar código Pix'): Promise<void> {
  await press(button);
  await readCode();
}

describe('a Pix on its page', () => {
  it('has no button that simulates a payment where payments are real, and tells of the payment within two seconds', async () => {
    openApp('/checkout/basico?pagamento=pix');
    await makePix();
    expect(screen.queryByText('Simular pagamento do Pix')).toBeNull();
    markPaid();
    await pass(2_000);
    screen.getByText(APPROVED);
    await seeHeading('Dashboard');
    expect(server.count('checkout.createPix')).toBe(1);
  });

  it('shows the time that is left', async () => {
    server.answers['checkout.gateway'] = () => SIMULATED_GATEWAY;
    openApp('/checkout/basico');
    fireEvent.click(await until(() => screen.getByRole('radio', { name: 'Pix' })));
    await makePix();
    expect(screen.getByRole('timer', { name: 'Tempo restante' }).textContent).toMatch(/^(30:00|29:\d\d)$/);
    await see('Pix à vista');
    await findButton('Simular pagamento do Pix');
  });

  it('that was left open shows the same code when its tab is opened again, and then the payment', async () => {
    pix = PIX;
    openApp('/checkout/basico');
    const code = await readCode();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pix' }).checked).toBe(true);
    expect(server.count('checkout.createPix')).toBe(0);
    markPaid();
    await see(APPROVED);
    expect(code).not.toBe('');
  });

  it('whose time is over is replaced by a new one', async () => {
    openApp('/checkout/basico?pagamento=pix');
    await makePix();
    const code = await readCode();
    change({ situacao: 'expirado', copia_e_cola: null });
    await see('O prazo do Pix acabou. Gere um novo código.');
    expect(screen.queryByRole('img', { name: QR })).toBeNull();
    await makePix('Gerar novo código');
    expect(await readCode()).not.toBe(code);
    markPaid();
    await see(APPROVED);
  });

  it('that was ended by a card can be made again', async () => {
    openApp('/checkout/basico?pagamento=pix');
    await makePix();
    change({ situacao: 'expirado' });
    await findButton('Gerar novo código');
  });

  it('that could not be made is told in the page, and the same button tries again', async () => {
    const { 'checkout.createPix': create } = server.answers;
    server.answers['checkout.createPix'] = () => {
      throw new Refusal(503, 'O Mercado Pago não respondeu');
    };
    openApp('/checkout/basico?pagamento=pix');
    await press('Gerar código Pix');
    await until(() => screen.getByRole('alert'));
    if (create) server.answers['checkout.createPix'] = create;
    await makePix();
  });
});
