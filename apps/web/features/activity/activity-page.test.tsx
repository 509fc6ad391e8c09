import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { see, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, openApp } from '../../testing/open-app';

afterEach(closeApp);

const ENTRY = {
  id: '1',
  ato: 'exportacao',
  resultado: 'ok',
  autor_nome: null,
  chave_nome: 'ERP',
  loja_nome: 'Ana',
  alvo: 'pedidos',
  quantidade: 1204,
  com_busca: true,
  ip: '203.0.113.7',
  dispositivo: 'Chrome no Windows',
  em: '2026-11-27T12:00:00.000Z',
};

it('tells what was done by whom, narrowed as the address says', async () => {
  const server = new FakeServer({
    'activity.list': () => ({ itens: [ENTRY], proximo_cursor: null }),
    'activity.authors': () => [{ id: 'k', nome: 'ERP' }],
  });
  openApp('/configuracoes/atividade?tipo=exportacao&de=2026-11-20&ate=2026-11-10');
  await seeHeading('Atividade');
  await see('Exportou pedidos (1.204 linhas, com busca)');
  await see('Chave de API ERP');
  expect(server.inputs('activity.list')[0]).toMatchObject({
    ato: 'exportacao',
    de: '2026-11-10',
    ate: '2026-11-20',
  });
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('exportacao');
});

it('says where nothing was done yet', async () => {
  new FakeServer({
    'activity.list': () => ({ itens: [], proximo_cursor: null }),
    'activity.authors': () => [],
  });
  openApp('/configuracoes/atividade');
  await see('Nenhuma atividade registrada ainda');
});
