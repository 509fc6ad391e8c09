import { afterEach, expect, it } from 'vitest';
import { press, see, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, getToasts, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

it('says when the keys cannot be read, and reads them again', async () => {
  const server = new FakeServer({ 'apiKeys.list': () => [] });
  server.breakDown((call) => call === 'apiKeys.list', 'cut');
  openApp('/configuracoes/chaves-api');
  await seeHeading('Chaves de API');
  await until(() => expect(getToasts()).toEqual(['Erro ao carregar as chaves de API']));
  server.breakDown(() => false);
  await press('Tentar novamente', 'main');
  await see('Nenhuma chave de API ainda');
});

it('asks for a name and at least one scope before it sends', async () => {
  const server = new FakeServer({ 'apiKeys.list': () => [] });
  openApp('/configuracoes/chaves-api');
  await press('Criar chave');
  const leitura = await until(() => {
    const box = document.querySelector<HTMLInputElement>('[role="dialog"] input[value="leitura"]');
    if (box === null) throw new Error('no scope');
    return box;
  });
  leitura.click();
  await press('Criar chave', '[role="dialog"]');
  await see('Campo obrigatório');
  await see('Escolha pelo menos um escopo');
  expect(server.count('apiKeys.create')).toBe(0);
});
