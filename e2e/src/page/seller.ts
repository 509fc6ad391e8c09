import { randomUUID } from 'node:crypto';
import { paths } from '@esteira/web/paths';
import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from './api';
import { storeToken } from './session';
import { getToasts } from './toasts';

interface NewProduct {
  nome: string;
  fornecedor: string;
  custo: string;
  precoMl: string;
  precoAmazon?: string;
  estoque: string;
  imagem?: string;
  /** What a real marketplace asks beside the rest. */
  marca?: string;
  modelo?: string;
  /** As the form shows it: 'Outro motivo'. */
  motivoSemCodigo?: string;
}

/** The entries of the menu that tests open. */
const ENTRIES = {
  Dashboard: paths.dashboard,
  Fornecedores: paths.suppliers,
  Produtos: paths.products,
  Pedidos: paths.orders,
  Compras: paths.purchasing,
  Integrações: paths.integrations,
  Tutorial: paths.tutorial,
} as const;

type Entry = keyof typeof ENTRIES;

/** A price as it is typed into the form. */
const toNumber = (typed: string) => Number(typed.replace(',', '.'));

/** Somebody in front of the screen: does and sees only what the screen offers, by role and by its words. */
export class Seller {
  readonly nome = 'Marina Albuquerque';
  readonly senha = 'segredo-da-marina';

  private constructor(
    readonly page: Page,
    readonly email: string,
  ) {}

  static new(page: Page): Seller {
    return new Seller(page, `marina-${randomUUID()}@exemplo.com.br`);
  }

  /**
   * Starts signed in: the account is made by the call, the token put where the app looks for it. No page of the app is
   * open yet: each test opens the one that it is about.
   */
  async arrives(): Promise<void> {
    const { nome, email, senha } = this;
    const response = await this.page.request.post('/api/auth/registrar', { data: { nome, email, senha } });
    const { access_token }: { access_token: string } = await response.json();
    await storeToken(this.page, access_token);
  }

  async registers(): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByRole('tab', { name: 'Registrar' }).click();
    await this.page.getByLabel('Nome').fill(this.nome);
    await this.page.getByLabel('Email').fill(this.email);
    await this.page.getByLabel('Senha').fill(this.senha);
    await this.page.getByRole('button', { name: 'Criar Conta' }).click();
    await this.seesToast('Conta criada com sucesso!');
    await this.seesHeading('Dashboard');
  }

  async signIn(senha = this.senha): Promise<void> {
    await this.page.getByLabel('Email').fill(this.email);
    await this.page.getByLabel('Senha').fill(senha);
    await this.page.getByRole('button', { name: 'Entrar' }).click();
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sair' }).click();
    await expect(this.page).toHaveURL('/login');
  }

  /** By the menu, or by its address where no page of the app is open yet. */
  async opens(entry: Entry): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Principal' });
    if (this.page.url().includes('/api/')) await this.page.goto(ENTRIES[entry]);
    else await menu.getByRole('link', { name: entry }).click();
    await this.seesHeading(entry);
  }

  /** Made by the call, for tests that are about something else. */
  async hasSupplier(nome: string): Promise<void> {
    const api = await Api.of(this.page);
    await api.call('POST', '/fornecedores', { nome });
  }

  /** The same for a product of a supplier who is there. */
  async hasProduct(product: NewProduct): Promise<void> {
    const { nome, fornecedor, custo, precoMl, precoAmazon, estoque, marca, modelo } = product;
    const api = await Api.of(this.page);
    const suppliers: { id: string; nome: string }[] = await api.call('GET', '/fornecedores');
    await api.call('POST', '/produtos', {
      fornecedor_id: suppliers.find((known) => known.nome === fornecedor)?.id,
      nome,
      preco_fornecedor: toNumber(custo),
      preco_venda_ml: toNumber(precoMl),
      ...(precoAmazon ? { preco_venda_amazon: toNumber(precoAmazon) } : {}),
      estoque: toNumber(estoque),
      ...(marca || modelo ? { ficha: { marca, modelo } } : {}),
    });
  }

  async addsSupplier(nome: string): Promise<void> {
    await this.opens('Fornecedores');
    await this.page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await dialog.getByLabel('Nome *').fill(nome);
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await this.seesToast('Fornecedor criado!');
    await expect(this.card(nome)).toBeVisible();
  }

  async addsProduct(product: NewProduct): Promise<void> {
    await this.opens('Produtos');
    await this.page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption(product.fornecedor);
    await dialog.getByLabel('Nome do Produto *').fill(product.nome);
    await dialog.getByLabel('Preço Fornecedor *').fill(product.custo);
    await dialog.getByLabel('Preço ML *').fill(product.precoMl);
    if (product.precoAmazon) await dialog.getByLabel('Preço Amazon').fill(product.precoAmazon);
    await dialog.getByLabel('Estoque *').fill(product.estoque);
    if (product.imagem) await dialog.getByLabel('URL da Imagem').fill(product.imagem);
    if (product.marca || product.modelo) {
      await dialog.getByRole('button', { name: 'Dados para os marketplaces' }).click();
      const { motivoSemCodigo } = product;
      if (motivoSemCodigo) await dialog.getByLabel('Motivo de não ter código').selectOption(motivoSemCodigo);
      await dialog.getByLabel('Marca').fill(product.marca ?? '');
      await dialog.getByLabel('Modelo').fill(product.modelo ?? '');
    }
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await this.seesToast('Produto criado!');
    await expect(this.card(product.nome)).toBeVisible();
  }

  /** The card of a supplier, a product or an order, by what it is named after. */
  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  async seesToast(text: string | RegExp, options?: { timeout: number }): Promise<void> {
    await expect(getToasts(this.page, text).first()).toBeVisible(options);
  }

  async seesHeading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
}
