import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fillIn, press, see, seeHeading } from '../../../testing/controls';
import { FakeServer } from '../../../testing/fake-server';
import { closeApp, openApp, until } from '../../../testing/open-app';
import { USER } from '../../../testing/samples';

afterEach(closeApp);

const DETAIL = 'Se houver uma conta com este e-mail, enviamos um link.';

function open(configurado: boolean, no_registro: boolean) {
  const server = new FakeServer({
    'auth.mail': () => ({ configurado, no_registro }),
    'auth.requestReset': () => ({ detail: DETAIL }),
  });
  openApp('/esqueci-senha', { token: null });
  return server;
}

const queryWarning = () => screen.queryByText(/^Este servidor não envia e-mails/);

it.each([
  ['mailed', true, /enviaremos um link/, DETAIL],
  ['printed in the log', false, /o link aparece no registro/, /^Se houver uma conta .* está no registro/],
])('a link that is %s is asked for by the form, which says so', async (_, configurado, intro, done) => {
  const server = open(configurado, !configurado);
  await see(intro);
  expect(queryWarning() === null).toBe(configurado);
  await fillIn('E-mail', USER.email);
  await press('Enviar link');
  await see(done);
  expect(server.inputs('auth.requestReset')).toEqual([{ email: USER.email }]);
});

it('where no link can be given there is no form, but who gives one', async () => {
  open(false, false);
  await seeHeading('Esqueci minha senha');
  await until(() => expect(queryWarning()?.textContent).toMatch(/Peça a ele um link de senha\.$/));
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Enviar link' })).toBeNull();
});

it('until it is known whether a link can be given there is neither the form nor the warning', async () => {
  const server = new FakeServer({ 'auth.mail': () => ({ configurado: false, no_registro: true }) });
  const release = server.hold((call) => call === 'auth.mail');
  openApp('/esqueci-senha', { token: null });
  await see('Carregando…');
  expect([queryWarning(), screen.queryByLabelText('E-mail')]).toEqual([null, null]);
  release();
  await until(() => expect(queryWarning()).not.toBeNull());
  expect(screen.queryByLabelText('E-mail')).not.toBeNull();
});
