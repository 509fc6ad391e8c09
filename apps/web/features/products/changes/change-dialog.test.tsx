import type { ChangePreview, ChangePreviewInput } from '@esteira/validators/products/product-change';
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillIn, findField, press, see, seeHeading, tick } from '../../../testing/controls';
import { FakeShop, makeProduct } from '../../../testing/fake-shop';
import { closeApp, measureBoxes, openApp, until } from '../../../testing/open-app';

let shop: FakeShop;
beforeEach(() => {
  shop = new FakeShop([makeProduct('Caneca'), makeProduct('Copo')]);
  const preview = ({ ids, valor }: ChangePreviewInput): ChangePreview => ({
    itens: ids.map((id) => ({
      ...{ id, nome: id, sku: null, antes: 7, depois: valor, erro: null },
      ...{ lucro: null, liquido: null, margem_liquida: null },
    })),
  });
  shop.server.answers['products.previewChange'] = preview;
});
afterEach(closeApp);

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
    await press('Cancelar', '[role="alertdialog"]');
    expect((await findField('Valor (%)')).value).toBe('8');
    await press('Ver prévia');
    await see('2 mudam');
    pressEscape();
    await press('Descartar', '[role="alertdialog"]');
    await until(() => expect(dialog()).toBeNull());
    await press('Alterar preços');
    expect((await findField('Valor (%)')).value).toBe('');
    pressEscape();
    await until(() => expect(dialog()).toBeNull());
    expect(location.pathname + location.search).toBe('/produtos');
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
    await see('2 mudam');
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
