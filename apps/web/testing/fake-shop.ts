import type { Product, ProductCreateInput, ProductEditInput } from '@esteira/validators/products/product';
import { screen, within } from '@testing-library/react';
import { FakeServer, Refusal } from './fake-server';
import { until } from './open-app';
import { listOf, PRODUCT, SUPPLIER } from './samples';

/** A product beside `PRODUCT`: another name, and what a test is about. */
export const makeProduct = (nome: string, fields: Partial<Product> = {}): Product => ({
  ...PRODUCT,
  ...{ id: nome, nome, preco_venda_amazon: null, publicado_ml: false },
  ...fields,
});

/** A shop of these products: what is created, edited and removed is in the lists from then on. */
export class FakeShop {
  readonly server: FakeServer;

  constructor(public products: Product[]) {
    this.server = new FakeServer({
      'products.list': () => listOf(...this.products),
      'products.count': () => ({ total: this.products.length }),
      'products.get': ({ id }: { id: string }) => this.find(id),
      'products.create': ({ ficha: _, custos: __, ...input }: ProductCreateInput) => {
        const created = makeProduct(input.nome, input);
        this.products = [created, ...this.products];
        return created;
      },
      'products.edit': ({ id, mudancas: { ficha: _, custos: __, ...changes } }: ProductEditInput) => {
        const changed = Object.entries(changes).map(([field, change]) => [field, change?.depois]);
        return this.change(id, Object.fromEntries(changed));
      },
      'products.remove': ({ id }: { id: string }) => {
        this.products = this.products.filter((product) => product.id !== id);
        return null;
      },
      'suppliers.list': () => listOf(SUPPLIER),
      'publication.publish': ({ id, marketplace }: { id: string; marketplace: string }) => {
        this.change(id, { [marketplace === 'amazon' ? 'publicado_amazon' : 'publicado_ml']: true });
        return { message: 'Produto publicado!' };
      },
    });
  }

  find(id: string): Product {
    const product = this.products.find((each) => each.id === id);
    if (product === undefined) throw new Refusal(404, 'Produto não encontrado');
    return product;
  }

  change(id: string, fields: Partial<Product>): Product {
    const changed = { ...this.find(id), ...fields };
    this.products = this.products.map((product) => (product.id === id ? changed : product));
    return changed;
  }

  /** Lets a call be refused from now on. */
  refuse(call: string, refusal: Refusal): void {
    this.server.answers[call] = () => {
      throw refusal;
    };
  }

  /** What the last call of this name was sent. */
  lastInput<Input>(call: string): Input {
    return this.server.sent.findLast((sent) => sent.call === call)?.input as Input;
  }
}

/** The card of a product, once it is in sight. */
export async function findCard(nome: string) {
  return within(await until(() => screen.getByRole('region', { name: nome })));
}
