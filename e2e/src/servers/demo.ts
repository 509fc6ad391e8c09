import { test as base } from './fixtures';

/** The accounts that `npm run demo` prints. */
export const DEMO = {
  seller: { email: 'demo@esteira.exemplo', senha: 'esteira-demo' },
  admin: { email: 'admin@esteira.exemplo', senha: 'esteira-admin' },
};

/** Tests in front of the filled demo. */
export const test = base.extend({
  baseURL: async ({ demoServer }, use) => use(demoServer.url),
});
