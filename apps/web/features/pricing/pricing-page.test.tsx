import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, openApp, until } from '../../testing/open-app';
import { USER } from '../../testing/samples';
import { SIMULATED_GATEWAY } from '../../testing/samples-checkout';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer({
    'checkout.gateway': () => SIMULATED_GATEWAY,
    'checkout.openPix': () => null,
    'auth.register': () => ({ access_token: 'fresh', user: USER }),
  });
});
afterEach(closeApp);

const follow = async (name: string) => fireEvent.click(await until(() => screen.getByRole('link', { name })));

describe('the plans', () => {
  it('are shown to visitors with price, duration and savings', async () => {
    openApp('/pricing', { token: null });
    for (const [nome, texts] of [
      ['Basico', ['R$ 119,00', '1 mes']],
      ['Intermediario', ['R$ 250,00', '6 meses', 'Economize R$ 464', 'MAIS POPULAR']],
      ['TOP', ['R$ 380,00', '1 ano', 'Economize R$ 1.048']],
    ] as const) {
      const heading = await until(() => screen.getByRole('heading', { name: nome }));
      const card = within(heading.closest('li') as HTMLElement);
      for (const text of texts) card.getByText(text);
    }
  });

  it('lead a visitor over an account to the checkout of the chosen one', async () => {
    openApp('/pricing', { token: null });
    await follow('Selecionar plano TOP');
    await until(() => expect(location.pathname).toBe('/login'));
    fireEvent.click(await until(() => screen.getByRole('tab', { name: 'Registrar' })));
    await fillIn('Nome', USER.nome);
    await fillIn('Email', USER.email);
    await fillIn('Senha', 'segredo-da-marina');
    await press('Criar Conta', 'form');
    await until(() => expect(location.pathname).toBe('/checkout/top'));
    await seeHeading('Finalizar Assinatura');
    expect(server.count('auth.register')).toBe(1);
  });

  it('name the one that runs, until when, and renew it', async () => {
    server.answers['auth.me'] = () => ({ ...USER, plano: 'top', data_expiracao: '2099-08-21T15:00:00.000Z' });
    openApp('/pricing');
    const renew = await until(() => screen.getByRole('link', { name: 'Renovar plano TOP' }));
    expect(renew.textContent).toBe('Renovar');
    const chip = screen.getByText(/^Seu plano/);
    expect(chip.textContent).toBe('Seu plano até 21/08/2099');
    expect(chip.closest('li')).toBe(renew.closest('li'));
    expect(screen.getAllByText('Selecionar Plano')).toHaveLength(2);
    screen.getByText(/^Se você mudar de plano, o novo vale na hora/);
    fireEvent.click(renew);
    await until(() => expect(location.pathname).toBe('/checkout/top'));
  });

  it('that have ended are not named as the own one', async () => {
    server.answers['auth.me'] = () => ({ ...USER, plano: 'top', data_expiracao: '2026-01-01T15:00:00.000Z' });
    openApp('/pricing');
    await until(() => screen.getByRole('link', { name: 'Selecionar plano TOP' }));
    expect(screen.queryByText(/^Seu plano|^Se você mudar/)).toBeNull();
  });

  it('lead a seller back to the dashboard, and a visitor to the login', async () => {
    openApp('/pricing');
    await follow('Voltar ao Dashboard');
    await seeHeading('Dashboard');
    await press('Sair');
    await until(() => expect(location.pathname).toBe('/login'));
  });

  it('lead a visitor back to the login', async () => {
    openApp('/pricing', { token: null });
    await follow('Voltar ao Login');
    await until(() => screen.getByRole('tab', { name: 'Entrar' }));
    expect(location.pathname).toBe('/login');
  });
});
