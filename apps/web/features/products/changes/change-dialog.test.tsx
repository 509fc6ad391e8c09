import type { ChangePreview, ChangePreviewInput } from '@esteira/validators/products/product-change';
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose, fillIn, findField, press, see, seeHeading, tick } from '../../../testing/controls';
import { FakeShop, makeProduct } from '../../../testing/fake-shop';
import { closeApp, measureBoxes, openApp, until } from '../../../testing/open-app';

let shop: FakeShop;
beforeEach(() => {
  shop = new FakeShop([makeProduct('Caneca'), makeProduct('Copo')]);
  const preview = ({ ids, campos, valor }: ChangePreviewInput): ChangePreview => ({
    itens: ids.flatMap((id) =>
      campos.map((campo) => ({
        ...{ id, nome: id, sku: null, campo, antes: 7, depois: valor, erro: null },
        ...{ lucro_antes: null, lucro: null, liquido_antes: null, liquido: null, margem_liquida: null },
      })),
    ),
  });
  shop.server.answers['products.previewChange'] = preview;
});
afterEach(() => {
  localStorage.removeItem('terminacao-de-precos');
  closeApp();
});

const dialog = () => document.querySelector('[role="dialog"]');
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

async function openChange(label: string): Promise<void> {
  openApp('/produtos');
  await tick(/^Selecionar todos/);
  await press(label);
}

describe('changing many products at once', () => {
  it('keeps what is half typed: Back closes the dialog, Esc asks, the same dialog gives it back', async () => {
    await openChange('Alterar preços');
    await fillIn('Valor (%)', '8');
    history.back();
    await until(() => expect(dialog()).toBeNull());
    await seeHeading('Produtos');
    await see('2 selecionados');
    await press('Alterar preços');
    await see('O que você tinha digitado está de volta.');
    expect((await findField('Valor (%)')).value).toBe('8');
    pressEscape();
    await see('Descartar alterações?');
    await press('Continuar editando', '[role="alertdialog"]');
    expect((await findField('Valor (%)')).value).toBe('8');
    await press('Ver prévia');
    await see(/^4 preços vão mudar · em média \+R\$\s1,00/);
    pressEscape();
    await press('Descartar', '[role="alertdialog"]');
    await until(() => expect(dialog()).toBeNull());
    await press('Alterar preços');
    expect((await findField('Valor (%)')).value).toBe('');
    pressEscape();
    await until(() => expect(dialog()).toBeNull());
    expect(location.pathname + location.search).toBe('/produtos');
  });

  it('takes both marketplaces at once, without those that have no price there, in one set', async () => {
    measureBoxes();
    const prices = (id: string, campo: string) =>
      id === 'Copo' && campo === 'preco_venda_amazon' ? null : 50;
    shop.server.answers['products.previewChange'] = ({ ids, campos, valor }: ChangePreviewInput) => ({
      itens: ids.flatMap((id) =>
        campos.map((campo) => {
          const antes = prices(id, campo);
          const depois = antes && antes + valor;
          const net =
            campo === 'preco_venda_ml' ? { liquido_antes: 10, liquido: 12.5, margem_liquida: 22.7 } : {};
          return {
            ...{
              id,
              nome: id,
              sku: null,
              campo,
              antes,
              depois,
              erro: antes === null ? 'Sem preço Amazon' : null,
            },
            ...{
              lucro_antes: 20,
              lucro: -1,
              liquido_antes: null,
              liquido: null,
              margem_liquida: null,
              ...net,
            },
          };
        }),
      ),
    });
    shop.server.answers['products.applyChange'] = ({ itens }: { itens: unknown[] }) => ({
      aplicados: itens.length,
      recusados: [],
    });
    await openChange('Alterar preços');
    await fillIn('Valor (%)', '5');
    await press('Ver prévia');
    await see(/^3 preços vão mudar · em média \+R\$\s5,00 · 1 com prejuízo$/);
    await until(() => expect(dialog()?.textContent).toMatch(/Líquido.*10,00.*12,50 · margem 22,7%/));
    expect(dialog()?.textContent).toMatch(/Lucro.*20,00.*Prejuízo R\$\s1,00/);
    await press('Aplicar a 2 produtos');
    await see('2 produtos alterados');
    const sent = shop.server.inputs('products.applyChange') as {
      lote_id: string;
      campo: string;
      itens: object[];
    }[];
    expect(sent.map(({ campo, itens }) => [campo, itens.length])).toEqual([
      ['preco_venda_ml', 2],
      ['preco_venda_amazon', 1],
    ]);
    expect(new Set(sent.map(({ lote_id }) => lote_id)).size).toBe(1);
  });

  it('ends prices as those that this browser changed last', async () => {
    shop.server.answers['products.applyChange'] = () => ({ aplicados: 2, recusados: [] });
    await openChange('Alterar preços');
    await choose('Terminar em', ',99');
    await fillIn('Valor (%)', '5');
    await press('Ver prévia');
    await press('Aplicar a 2 produtos');
    await press('Concluir');
    await until(() => expect(dialog()).toBeNull());
    await press('Alterar preços');
    expect((await findField<HTMLSelectElement>('Terminar em')).selectedOptions[0]?.text).toBe(',99');
    expect((await findField('Valor (%)')).value).toBe('');
    // Nothing was typed yet.
    pressEscape();
    await until(() => expect(dialog()).toBeNull());
  });

  it('names what somebody else changed after the preview, and leaves it', async () => {
    measureBoxes();
    const motivo = 'O valor mudou enquanto isso';
    shop.server.answers['products.applyChange'] = () => ({
      aplicados: 1,
      recusados: [{ id: 'Copo', nome: 'Copo', motivo, atual: 5 }],
    });
    await openChange('Alterar estoque');
    await fillIn('Valor (un.)', '30');
    await press('Ver prévia');
    await see('2 estoques vão mudar');
    await press('Aplicar a 2 produtos');
    await see('1 produto alterado, 1 sem alteração');
    await until(() => expect(dialog()?.textContent).toContain(`${motivo}: agora 5 un.`));
    expect(shop.lastInput('products.applyChange')).toMatchObject({
      campo: 'estoque',
      itens: [
        { id: 'Caneca', antes: 7, depois: 30 },
        { id: 'Copo', antes: 7, depois: 30 },
      ],
    });
  });
});
