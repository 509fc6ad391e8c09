import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;

beforeAll(async () => {
  const amazon = Object.create(createSimulatedAdapter('amazon'), { modo: { value: 'real' } });
  const mercadolivre = createSimulatedAdapter('mercadolivre');
  server = await createTestServer({ deps: { marketplaces: { mercadolivre, amazon } } });
});
afterAll(() => server.close());

describe('integrations.status', () => {
  it('tells each service’s own mode', async () => {
    const { token } = await makeUser(server);
    const { status, body } = await server.call('GET', '/trpc/integrations.status', { token });
    expect(status).toBe(200);
    expect(body.result.data).toEqual({
      mercadolivre: { modo: 'simulado' },
      amazon: { modo: 'real' },
      pagamento: { modo: 'simulado' },
    });
  });

  it('needs a session', async () => {
    expect((await server.call('GET', '/trpc/integrations.status')).status).toBe(401);
  });
});
