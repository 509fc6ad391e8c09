import type { Page } from '@playwright/test';

/** The same seller's other way in: an app of their own, another browser, the marketplace. */
export class Api {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Acts for the user who is signed in on this page. */
  static async of(page: Page): Promise<Api> {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    return new Api(new URL(page.url()).origin, token ?? '');
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the few fields it names and fails without them.
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  }

  /** A product that is published on Mercado Livre; returns its id. */
  async publishesProduct(nome: string, fields: Record<string, unknown> = {}): Promise<string> {
    const { id: fornecedor_id } = await this.call('POST', '/fornecedores', { nome: `Fornecedor de ${nome}` });
    const { id } = await this.call('POST', '/produtos', {
      fornecedor_id,
      nome,
      preco_fornecedor: 25,
      preco_venda_ml: 59.9,
      estoque: 100,
      ...fields,
    });
    await this.call('POST', `/mercadolivre/publicar/${id}`);
    return id;
  }

  async sells(id: string): Promise<void> {
    await this.call('POST', `/mercadolivre/simular-venda/${id}`);
  }
}
