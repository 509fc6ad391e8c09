import type { CsvImportResponse } from '@esteira/validators/csv/product-csv';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findButton, findField, press, see, seeGone, seeHeading, tick } from '../../../testing/controls';
import { FakeServer } from '../../../testing/fake-server';
import { findUpload, takeUploads } from '../../../testing/fake-uploads';
import { closeApp, getToasts, openApp, until } from '../../../testing/open-app';
import { readInPage } from '../../../testing/page-reader';
import { listOf, PRODUCT, SUPPLIER } from '../../../testing/samples';

const HEADER =
  'fornecedor_id;nome;descricao;sku;preco_fornecedor;preco_venda_ml;preco_venda_amazon;estoque;imagem_url';
const GOOD = 'Papelaria Açaí;Caneta Azul;;CAN-1;1,00;3,50;;200;';
const SHORT = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
const CREATED: CsvImportResponse = { produtos_criados: 1, erros: [] };

const csvFile = (...lines: string[]) => new File([`${lines.join('\r\n')}\r\n`], 'produtos.csv');

let server: FakeServer;
let uploads: ReturnType<typeof takeUploads>;
beforeEach(() => {
  readInPage();
  uploads = takeUploads();
  server = new FakeServer({
    'products.list': () => listOf(PRODUCT),
    'products.count': () => ({ total: 1 }),
    'products.takenSkus': () => ({ skus: [] }),
    'suppliers.list': () => listOf({ ...SUPPLIER, nome: 'Papelaria Açaí' }),
  });
});
afterEach(closeApp);

const dialog = () => screen.queryByRole('dialog', { name: 'Importar CSV' });
const text = () => dialog()?.textContent ?? '';
const tell = (part: string) => until(() => expect(text()).toContain(part));

async function openImport(): Promise<void> {
  openApp('/produtos');
  await press('Importar CSV');
  await until(() => screen.getByLabelText(/^Escolher arquivo CSV/));
}

async function choose(file: File): Promise<void> {
  const input = await until(() => screen.getByLabelText(/^Escolher arquivo CSV|Trocar arquivo/));
  fireEvent.change(input, { target: { files: [file] } });
}

async function openWith(...lines: string[]): Promise<void> {
  await openImport();
  await choose(csvFile(...lines));
}

describe('CSV import', () => {
  it('the preview knows the SKUs that are stored, and warns of prices below the cost', async () => {
    server.answers['products.takenSkus'] = () => ({ skus: ['can-1'] });
    await openWith(HEADER, GOOD, 'Papelaria Açaí;Giz;;GIZ-1;2,00;1,50;;20;');
    await tell('Linha 2: sku: SKU já cadastrado');
    await tell('1 linha com aviso');
    await press('Com aviso (1)');
    const shown = () => within(screen.getByRole('region', { name: 'Linhas do arquivo' }));
    await until(() =>
      expect(
        shown()
          .getAllByRole('rowheader')
          .map((row) => row.textContent),
      ).toEqual(['3']),
    );
    expect(shown().getByRole('cell', { name: /^1,50/ }).textContent).toBe('1,50 (aviso: abaixo do custo)');
    await findButton('Importar 1 produto');
  });

  it('a SKU that was stored after the preview is refused once, by its line', async () => {
    await openWith(HEADER, GOOD);
    const submit = await findButton('Importar 1 produto');
    fireEvent.click(submit);
    fireEvent.click(submit);
    const upload = await findUpload(uploads);
    upload.answer(200, { produtos_criados: 0, erros: ['Linha 2: sku: SKU já cadastrado'] });
    await until(() => expect(getToasts('0 produtos importados!')).toHaveLength(1));
    await tell('Linha 2: sku: SKU já cadastrado');
    expect(uploads).toHaveLength(1);
  });

  it('nothing is sent without a good file, and a wrong one is named', async () => {
    await openImport();
    expect((await findButton('Importar', '[role="dialog"]')).disabled).toBe(true);
    await choose(new File([GOOD], 'produtos.xls'));
    await see(/^Só arquivos \.csv e \.xlsx são aceitos/);
    await choose(new File([HEADER, GOOD], 'produtos.xlsx'));
    await see('O arquivo não é uma planilha do Excel (.xlsx).');
    await choose(csvFile('nome,valor', 'Caneta,1'));
    await see(/^Cabeçalho inválido: coluna desconhecida "valor"/);
    expect((await findButton('Importar', '[role="dialog"]')).disabled).toBe(true);
    await choose(csvFile(HEADER));
    await see('O arquivo não tem produtos');
    await choose(csvFile(HEADER, GOOD.replace('Papelaria Açaí', 'Ninguém')));
    await see(/^Nenhuma linha pode ser importada/);
    expect((await findButton('Importar', '[role="dialog"]')).disabled).toBe(true);
    await press('Cancelar', '[role="dialog"]');
    await until(() => expect(dialog()).toBeNull());
    expect(uploads).toEqual([]);
    await seeHeading('Produtos');
  });

  it('a file can be dropped, and one that misses is not opened', async () => {
    await openImport();
    const dataTransfer = { files: [new File([`${HEADER}\n${GOOD}\n`], 'solto.csv')] };
    // False: the browser does not leave the page for it.
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
    expect(screen.queryByText('solto.csv')).toBeNull();
    fireEvent.drop(await see(/^Escolher arquivo CSV/), { dataTransfer });
    await see('solto.csv');
    await tell('UTF-8, separado por ponto e vírgula');
    await press('Importar 1 produto');
    (await findUpload(uploads)).answer(200, CREATED);
    await until(() => expect(getToasts('1 produtos importados!')).toHaveLength(1));
  });

  it('an import that is called off leaves nothing and can be tried again', async () => {
    await openWith(HEADER, GOOD);
    const submit = await findButton('Importar 1 produto');
    fireEvent.click(submit);
    fireEvent.click(submit);
    await tell('Enviando arquivo...');
    const upload = await findUpload(uploads);
    fireEvent.keyDown(dialog() ?? document.body, { key: 'Escape' });
    await until(() => expect(getToasts('Importação cancelada')).toHaveLength(1));
    expect(upload.isAborted).toBe(true);
    await press('Importar 1 produto');
    (await findUpload(uploads, 1)).answer(200, CREATED);
    await until(() => expect(getToasts('1 produtos importados!')).toHaveLength(1));
    expect(uploads).toHaveLength(2);
  });

  it('once the file has arrived, closing says that it goes on, and the toasts tell how it ended', async () => {
    await openWith(HEADER, GOOD);
    await press('Importar 1 produto');
    const upload = await findUpload(uploads);
    upload.arrive();
    await tell('Processando...');
    await tell('fechar esta janela não interrompe a importação');
    expect(within(dialog() as HTMLElement).queryByText('Cancelar')).toBeNull();
    await press('Fechar', '[role="dialog"] footer');
    await until(() => expect(dialog()).toBeNull());
    fireEvent.click(screen.getByRole('link', { name: 'Fornecedores' }));
    await seeHeading('Fornecedores');
    server.answers['products.list'] = () => listOf({ ...PRODUCT, nome: 'Caneta Azul' });
    upload.answer(200, CREATED);
    expect(upload.isAborted).toBe(false);
    await until(() => expect(getToasts('1 produtos importados!')).toHaveLength(1));
    fireEvent.click(screen.getByRole('link', { name: 'Produtos' }));
    await until(() => screen.getByRole('region', { name: 'Caneta Azul' }));
  });

  it('a failure says so, with the server’s reason where there is one', async () => {
    await openWith(HEADER, GOOD);
    server.breakDown(() => true, 'cut');
    await press('Importar 1 produto');
    (await findUpload(uploads)).cut();
    await until(() => expect(getToasts()).toEqual(['Erro ao importar CSV']));
    await see('Sem conexão com o servidor');
    server.breakDown(() => false);
    const detail = 'Você já tem importações em andamento';
    await press('Importar 1 produto');
    (await findUpload(uploads, 1)).answer(429, { detail });
    await until(() => expect(getToasts(detail)).toEqual([`Erro ao importar CSV${detail}`]));
    await findButton('Importar 1 produto');
  });

  it('a refused token ends the session, and only the login page says so', async () => {
    await openWith(HEADER, GOOD);
    await press('Importar 1 produto');
    (await findUpload(uploads)).answer(401, { detail: 'Sessão expirada' });
    await until(() => expect(location.pathname).toBe('/login'));
    await see(/^Sua sessão expirou/);
    expect(localStorage.getItem('token')).toBeNull();
    expect(getToasts()).toEqual([]);
  });
});

describe('files as people save them', () => {
  it('letters in doubt are asked for, and read as chosen', async () => {
    await openImport();
    const bytes = Uint8Array.from(`${SHORT}\r\nPapelaria;MEL\xc7O;A;1;2;3\r\n`, (letter) =>
      letter.charCodeAt(0),
    );
    await choose(new File([bytes], 'produtos.csv'));
    await see(/^Não temos certeza dos acentos/);
    const msDos = await findField(/^CP850 \(MS-DOS\).*MELÃO/);
    fireEvent.click(msDos);
    await until(() => screen.getByRole('cell', { name: 'MELÃO' }));
    expect(msDos.checked).toBe(true);
  });

  it('MS-DOS and tabs are read without a question', async () => {
    await openImport();
    const row = 'Horta\tPiment\xc6o\tA\t1\t2\t3';
    const bytes = Uint8Array.from(`${SHORT.replaceAll(';', '\t')}\r\n${row}\r\n`, (letter) =>
      letter.charCodeAt(0),
    );
    await choose(new File([bytes], 'produtos.csv'));
    await tell('CP850 (MS-DOS), separado por tabulação');
    await until(() => screen.getByRole('cell', { name: 'Pimentão' }));
    await see('Acentos errados?');
  });
});

describe('an import that updates', () => {
  const stored = { ...PRODUCT, sku: 'CAN-1', preco_venda_ml: 3.5, estoque: 200, vendidos: 0, ajustado: null };
  beforeEach(() => {
    server.answers['products.bySku'] = () => ({ itens: [stored] });
  });

  it('needs only the SKU, and says so of a file that would change nothing', async () => {
    await openWith('sku;preco_venda_ml', 'CAN-1;3,50');
    await see(/^Cabeçalho inválido: falta fornecedor_id/);
    await tick(/^Atualizar produtos com o mesmo SKU/);
    await see('Nada muda: os produtos já estão assim.');
    expect((await findButton('Importar', '[role="dialog"]')).disabled).toBe(true);
  });

  it('leaves a column that the file lacks as it is, whatever was said of it for new products', async () => {
    const other = { ...stored, fornecedor_id: 'f2', preco_fornecedor: 1 };
    server.answers['products.bySku'] = () => ({ itens: [other] });
    await openWith('nome;sku;preco_fornecedor;preco_venda_ml;estoque', 'Caneca;CAN-1;1;3,50;200');
    fireEvent.change(await findField('Fornecedor de todas as linhas'), {
      target: { value: 'Papelaria Açaí' },
    });
    await press('Usar estas colunas');
    await findButton('Importar 1 produto');
    await tick(/^Atualizar produtos com o mesmo SKU/);
    await see('Nada muda: os produtos já estão assim.');
  });

  it('a stock that does not know of sales is written only once the seller agrees', async () => {
    server.answers['products.bySku'] = () => ({ itens: [{ ...stored, estoque: 7, vendidos: 3 }] });
    await openWith('sku;preco_venda_ml;estoque', 'CAN-1;79,90;10');
    await tick(/^Atualizar produtos com o mesmo SKU/);
    await see(/^Você vendeu 3 unidades nos últimos 7 dias; o estoque do arquivo/);
    expect((await findButton('Importar 1 produto')).disabled).toBe(true);
    await tick(/^Substituir o estoque atual pelo do arquivo/);
    await press('Importar 1 produto');
    const upload = await findUpload(uploads);
    expect(upload.url).toBe('/api/produtos/importar-csv?atualizar=1');
    upload.answer(200, { produtos_criados: 0, produtos_atualizados: 1, erros: [] });
    await until(() => screen.getByRole('heading', { name: '1 produto atualizado' }));
  });
});

it('a file is imported by no outdated preview: the button waits until it was read as chosen', async () => {
  const stored = { ...PRODUCT, sku: 'CAN-1', estoque: 7, vendidos: 3, ajustado: null };
  server.answers['products.bySku'] = () => ({ itens: [stored] });
  await openWith(SHORT, 'Papelaria Açaí;Giz;CAN-1;1;79,90;10');
  expect((await findButton('Importar 1 produto')).disabled).toBe(false);
  const release = server.hold((call) => call === 'products.bySku');
  await tick(/^Atualizar produtos com o mesmo SKU/);
  await until(() => expect(server.count('products.bySku')).toBe(1));
  expect((await findButton(/^Importar( 1 produto)?$/, '[role="dialog"]')).disabled).toBe(true);
  await until(() => screen.getByRole('cell', { name: 'Giz' }));
  release();
  await see(/^Você vendeu 3 unidades nos últimos 7 dias/);
  expect((await findButton('Importar 1 produto')).disabled).toBe(true);
});

describe('what is put right in the preview', () => {
  const cellButton = async (start: RegExp) => {
    const [cell] = await until(() => screen.getAllByRole('cell', { name: start }));
    fireEvent.click(within(cell as HTMLElement).getByRole('button'));
  };
  const form = (name: RegExp) => until(() => within(screen.getByRole('form', { name })));

  it('one correction takes all equal errors, and the file is sent with it', async () => {
    await openWith(
      SHORT,
      'Papelaria;Giz;GIZ-1;1;2.500;3',
      'Papelaria;Cola;COL-1;1;2;3',
      'Papelaria;Régua;REG-1;1;2;3',
    );
    await tell('3 linhas com erro');
    await cellButton(/^Papelaria/);
    const supplier = await form(/^Corrigir fornecedor_id na linha 2$/);
    const box = supplier.getByRole('combobox');
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: 'Papelaria Açaí' } });
    fireEvent.click(supplier.getByRole('button', { name: 'Aplicar a 3 iguais' }));
    await tell('1 linha com erro (não será importada)');
    await cellButton(/^2\.500/);
    const price = await form(/^Corrigir preco_venda_ml/);
    fireEvent.change(price.getByRole('textbox'), { target: { value: '2,50' } });
    fireEvent.click(price.getByRole('button', { name: 'Corrigir' }));
    await tell('2 correções na prévia');
    await press('Importar 3 produtos');
    const upload = await findUpload(uploads);
    expect((await upload.file?.text())?.split('\r')[1]).toBe('Papelaria Açaí;Giz;GIZ-1;1;"2,50";3');
    upload.answer(200, { produtos_criados: 3, erros: [] });
    await until(() => expect(getToasts('3 produtos importados!')).toHaveLength(1));
  });

  it('a correction is not thrown away without a question', async () => {
    await openWith(SHORT, 'Papelaria;Giz;GIZ-1;1;2,50;3');
    await cellButton(/^Papelaria/);
    const supplier = await form(/^Corrigir fornecedor_id na linha 2$/);
    fireEvent.change(supplier.getByRole('combobox'), { target: { value: 'Papelaria Açaí' } });
    fireEvent.click(supplier.getByRole('button', { name: 'Corrigir' }));
    await tell('1 correção na prévia');
    const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    const question = () => screen.queryByRole('alertdialog', { name: 'Descartar alterações?' });
    pressEscape();
    await until(() => expect(question()).not.toBeNull());
    pressEscape();
    await until(() => expect(question()).toBeNull());
    expect(text()).toContain('1 correção na prévia');
    pressEscape();
    await press('Descartar', '[role="alertdialog"]');
    await until(() => expect(dialog()).toBeNull());
  });

  it('columns of another name are matched by hand, once for every file of the dialog', async () => {
    const heading = 'Fornecedor;Produto;Cód;Custo;Preço;Qtd;Peso';
    await openWith(heading, 'Papelaria Açaí;Giz;GIZ-1;1;2;3;300');
    await see('Reconhecemos 6 de 7 colunas. Confira:');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Preço').value).toBe('preco_venda_ml');
    expect(screen.getByLabelText<HTMLSelectElement>('Peso').value).toBe('');
    await press('Usar estas colunas');
    await press('Importar 1 produto');
    (await findUpload(uploads)).answer(200, CREATED);
    await press('Importar outro');
    await choose(csvFile(heading, 'Papelaria Açaí;Cola;COL-1;1;2;3;300', 'Papelaria Açaí;Lã;LA-1;1;2;3;'));
    expect((await findButton('Importar 2 produtos')).disabled).toBe(false);
  });

  it('a name that was not matched before is suggested again, each column of a product once', async () => {
    await openWith('Fornecedor;Produto;Cód;Custo;Preço;Qtd;Peso', 'Papelaria Açaí;Giz;GIZ-1;1;2;3;300');
    fireEvent.change(await findField('Preço'), { target: { value: '' } });
    fireEvent.change(await findField('Peso'), { target: { value: 'preco_venda_ml' } });
    await press('Usar estas colunas');
    await choose(csvFile('Vendor;Título;Ref;Custo;Peso;Valor;Saldo', 'Papelaria Açaí;Lã;LA-1;1;2;9;3'));
    await see('Reconhecemos 6 de 7 colunas. Confira:');
    const columns = ['Vendor', 'Título', 'Ref', 'Custo', 'Peso', 'Valor', 'Saldo'];
    expect(columns.map((name) => screen.getByLabelText<HTMLSelectElement>(name).value)).toEqual([
      ...['fornecedor_id', 'nome', 'sku', 'preco_fornecedor', 'preco_venda_ml', '', 'estoque'],
    ]);
  });

  it('a file of Bling is recognised, and its supplier chosen for all rows', async () => {
    const others = Array.from({ length: 50 }, (_, n) => `Campo ${n}`).join(';');
    const pictures = 'https://a.com/1.jpg|https://a.com/2.jpg';
    await openWith(
      `ID;Código;Descrição;NCM;Preço;Estoque;Preço de custo;URL Imagens Externas;${others}`,
      `1;GIZ-9;Giz;1;2,5000;3,0000;1;${pictures}`,
    );
    expect((await until(() => screen.getByLabelText<HTMLSelectElement>('Descrição'))).value).toBe('nome');
    await see('Outras 52 colunas do arquivo');
    const supplier = screen.getByLabelText('Fornecedor de todas as linhas');
    fireEvent.change(supplier, { target: { value: 'Papelaria Açaí' } });
    await press('Usar estas colunas');
    await see('52 colunas não importadas');
    await tell('1 linha com aviso');
    await press('Importar 1 produto');
    (await findUpload(uploads)).answer(200, CREATED);
    await until(() => expect(getToasts('1 produtos importados!')).toHaveLength(1));
    await seeGone('52 colunas não importadas');
  });
});
