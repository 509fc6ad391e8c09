import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fillIn, findButton, findField, press, see, seeHeading } from '../../testing/controls';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { closeApp, fill, getToasts, openApp, until } from '../../testing/open-app';
import { USER } from '../../testing/samples';

afterEach(closeApp);

const SCREENS = ['/', '/produtos', '/fornecedores', '/pedidos', '/admin', '/checkout/top'];

const getToken = () => localStorage.getItem('token');
const seePath = (path: string) => until(() => expect(location.pathname + location.search).toBe(path));

/** A server that takes the sign-in, or refuses it. */
function openServer(refusal?: Refusal) {
  const sign = () => {
    if (refusal !== undefined) throw refusal;
    return { usuario: USER, access_token: 'fresh' };
  };
  return new FakeServer({ 'auth.login': sign, 'auth.register': sign });
}

async function signIn(): Promise<void> {
  await fillIn('Email', USER.email);
  await fillIn('Senha', 'segredo-da-marina');
  fireEvent.pointerDown(await findButton('Entrar', 'form'));
  await press('Entrar', 'form');
}

async function register(): Promise<void> {
  await fillIn('Nome', 'Outra pessoa');
  await fillIn('Email', USER.email.toUpperCase());
  await fillIn('Senha', 'outra-senha-longa');
  fireEvent.pointerDown(await findButton('Criar Conta'));
  await press('Criar Conta');
}

describe('login', () => {
  it.each([
    ['a wrong password is told in one sentence and the form stays', 401, 'E-mail ou senha incorretos'],
    ['a deactivated seller is told so', 403, 'Usuário desativado. Fale com o suporte.'],
    [
      'ten wrong passwords lock the account for a while, which stands in the form',
      429,
      'Muitas tentativas. Tente novamente em 15 minutos.',
    ],
  ])('%s', async (_, status, sentence) => {
    openServer(new Refusal(status, sentence));
    openApp('/login', { token: null });
    await signIn();
    await until(() => expect(getToasts()).toEqual([sentence]));
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect((await findField('Email')).value).toBe(USER.email);
    await seePath('/login');
  });

  it('two registrations with one e-mail: the second is refused', async () => {
    openServer(new Refusal(409, 'E-mail já cadastrado'));
    openApp('/login', { token: null });
    fireEvent.click(await until(() => screen.getByRole('tab', { name: 'Registrar' })));
    await register();
    await until(() => expect(getToasts()).toEqual(['E-mail já cadastrado']));
    expect(screen.getByRole('alert').textContent).toBe('E-mail já cadastrado');
  });

  it('what is wrong with a registration stands under its field, and the first one has the focus', async () => {
    const server = openServer();
    openApp('/login?aba=registrar', { token: null });
    await fillIn('Email', 'sem-arroba');
    await fillIn('Senha', 'curta');
    await press('Criar Conta');
    await see('Campo obrigatório');
    await see('E-mail inválido');
    await see('Crie uma senha com pelo menos 8 caracteres');
    expect(document.activeElement).toBe(screen.getByLabelText('Nome'));
    expect(server.count('auth.register')).toBe(0);
  });

  it('a password can be read by whoever types it, and its rule stands there before anything is wrong', async () => {
    openServer();
    openApp('/login?aba=registrar', { token: null });
    const field = await findField('Senha');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Pelo menos 8 caracteres; recomendado: 12 ou mais.',
    );
    fill(field, 'segredo-da-marina');
    const eye = await findButton('Mostrar senha');
    expect([field.type, eye.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    fireEvent.click(eye);
    expect([field.type, eye.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    expect(field.value).toBe('segredo-da-marina');
    fireEvent.click(eye);
    expect(field.type).toBe('password');
    fireEvent.click(screen.getByRole('tab', { name: 'Entrar' }));
    await findButton('Entrar', 'form');
    await findButton('Mostrar senha');
  });

  it('a visitor comes back to the page that asked for the sign-in', async () => {
    openServer();
    openApp('/pedidos?filtro=pendentes', { token: null });
    await seePath('/login');
    await signIn();
    await seeHeading('Pedidos');
    await seePath('/pedidos?filtro=pendentes');
  });

  it('leaving removes the token', async () => {
    const server = openServer();
    openApp('/tutorial');
    await press('Sair');
    await seePath('/login');
    expect(getToken()).toBeNull();
    expect(server.count('/auth/sair')).toBe(1);
  });

  it('a stored token the server refuses ends at the login page', async () => {
    openServer().breakDown(() => true, 'refused');
    openApp('/produtos');
    await seePath('/login');
    expect(getToken()).toBeNull();
  });

  it('a seller who is deactivated at work is sent to the login page and told', async () => {
    const server = openServer(new Refusal(403, 'Usuário desativado. Fale com o suporte.'));
    openApp('/tutorial');
    await seeHeading('Tutorial');
    server.breakDown((call) => !call.startsWith('auth.login'), 'refused');
    fireEvent.click(await until(() => screen.getByRole('link', { name: /^Pedidos/ })));
    await seePath('/login');
    await see(/^Sua sessão expirou/);
    expect(getToken()).toBeNull();
    await signIn();
    await until(() => expect(getToasts()).toEqual(['Usuário desativado. Fale com o suporte.']));
  });

  it.each(SCREENS)(
    'a token that is no longer taken leads to the login page from any screen, and back to the screen after it: %s',
    async (path) => {
      const server = openServer();
      server.breakDown((call) => call === 'auth.me', 'refused');
      openApp(path);
      await seePath('/login');
      await see(/^Sua sessão expirou/);
      server.breakDown(() => false);
      await signIn();
      await seePath(path);
      await until(() => expect(document.querySelector('h1')).not.toBeNull());
    },
  );
});

it.each(['/', '/produtos', '/admin', '/checkout/basico'])(
  'a visitor is sent from every private screen to the login page: %s',
  async (path) => {
    openServer();
    openApp(path, { token: null });
    await until(() => screen.getByRole('tab', { name: 'Entrar' }));
    await seePath('/login');
  },
);

it('says on the login page, offline, that the server does not answer', async () => {
  openServer().breakDown(() => true, 'cut');
  openApp('/login', { token: null });
  await signIn();
  await see('Sem conexão com o servidor');
  await findButton('Entrar', 'form');
  expect((await findField('Email')).value).toBe(USER.email);
});
