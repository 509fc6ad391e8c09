import { type Body, type Client, same } from './client';

/** A seller at work: the account, its token and what the steps have made so far. */
export interface Seller {
  id: string;
  nome: string;
  email: string;
  senha: string;
  token: string;
}

/** Registration, login and the session. */
export async function registerAndLogin(client: Client, nome: string): Promise<Seller> {
  const account = { nome, email: `Vendedora.${Date.now()}@Loja.exemplo`, senha: 'uma senha longa' };
  const email = account.email.toLowerCase();
  const registered = await client.expect(201, 'POST /auth/registrar', { body: account });
  const { id } = registered.body.usuario;
  const user = { id, nome, email, plano: null, data_expiracao: null, is_admin: false, ativo: true };
  same(Object.keys(registered.body).sort(), ['access_token', 'usuario'], 'registration');
  same(registered.body.usuario, user, 'registered user');
  await client.refused('POST /auth/registrar', [409, 'E-mail já cadastrado'], { body: account });
  const wrong = { body: { email, senha: 'outra senha' } };
  await client.refused('POST /auth/login', [401, 'E-mail ou senha incorretos'], wrong);
  const login = await client.expect(200, 'POST /auth/login', { body: { email, senha: account.senha } });
  same(login.body.usuario, user, 'user of the login');
  const token: string = login.body.access_token;
  same((await client.expect(200, 'GET /auth/me', { token })).body, user, 'me');
  await client.expect(401, 'GET /auth/me');
  return { id, nome, email, senha: account.senha, token };
}

/** What a record answers beside its fields. */
const versionOf = ({ versao }: Body) => ({ versao });

/** Suppliers made, listed, changed and deleted; answers the one that stays. */
export async function workOnSuppliers(client: Client, { token }: Seller): Promise<Body> {
  const full = {
    nome: 'Atacado São João',
    contato: 'Célia',
    email: 'vendas@saojoao.exemplo',
    telefone: '(11) 4002-0000',
    dados_pagamento: 'Pix: vendas@saojoao.exemplo',
  };
  const first = (await client.expect(201, 'POST /fornecedores', { token, body: full })).body;
  same(first, { ...versionOf(first), id: first.id, ...full }, 'created supplier');
  const minimal = { nome: 'Fornecedor B', email: '' };
  const second = (await client.expect(201, 'POST /fornecedores', { token, body: minimal })).body;
  const empty = { contato: null, email: null, telefone: null, dados_pagamento: null };
  same(
    second,
    { ...versionOf(second), id: second.id, nome: 'Fornecedor B', ...empty },
    'supplier with nothing but a name',
  );
  same(
    (await client.expect(200, 'GET /fornecedores', { token })).body,
    [second, first],
    'suppliers, newest first',
  );

  const changed = { nome: 'Fornecedor C', telefone: '119' };
  const updated = (await client.expect(200, `PUT /fornecedores/${second.id}`, { token, body: changed })).body;
  same(updated, { ...versionOf(updated), id: second.id, ...empty, ...changed }, 'changed supplier');
  const { body } = await client.expect(422, 'POST /fornecedores', { token, body: { nome: ' ' } });
  same(
    body,
    { detail: 'Nome: campo obrigatório', erros: [{ campo: 'nome', mensagem: 'Campo obrigatório' }] },
    '422',
  );
  await client.expect(204, `DELETE /fornecedores/${second.id}`, { token });
  await client.refused(`PUT /fornecedores/${second.id}`, [404, 'Fornecedor não encontrado'], {
    token,
    body: changed,
  });
  same(
    (await client.expect(200, 'GET /fornecedores', { token })).body,
    [first],
    'suppliers after the deletion',
  );
  return first;
}

const LAMP = {
  nome: 'Luminária Articulada',
  descricao: 'LED, três intensidades',
  sku: 'LUM-1',
  preco_fornecedor: 25,
  preco_venda_ml: 59.9,
  preco_venda_amazon: 64.9,
  estoque: 10,
  imagem_url: 'https://imagens.exemplo/lum.jpg',
};

const BOTTLE = { nome: 'Garrafa', preco_fornecedor: 10.05, preco_venda_ml: 29.99, estoque: 3 };

/** Products made, searched, changed and deleted by hand; answers the two that stay. */
export async function workOnProducts(client: Client, { token }: Seller, supplier: Body): Promise<Body[]> {
  const fornecedor_id = supplier.id;
  const create = async (fields: object) =>
    (await client.expect(201, 'POST /produtos', { token, body: { fornecedor_id, ...fields } })).body;
  const unpublished = { fornecedor_id, publicado_ml: false, publicado_amazon: false };
  const first = await create(LAMP);
  same(first, { ...versionOf(first), id: first.id, ...LAMP, ...unpublished }, 'created product');
  const second = await create({ ...BOTTLE, preco_venda_amazon: null });
  const empty = { descricao: null, sku: null, preco_venda_amazon: null, imagem_url: null };
  same(
    second,
    { ...versionOf(second), id: second.id, ...BOTTLE, ...empty, ...unpublished },
    'product with what is required',
  );
  const third = await create({ ...BOTTLE, nome: 'Engano' });
  const taken = { token, body: { ...LAMP, fornecedor_id, sku: 'lum-1' } };
  await client.refused('POST /produtos', [409, 'SKU já cadastrado'], taken);
  await searchProducts(client, token, [third, second, first]);

  const changed = { ...LAMP, fornecedor_id, preco_venda_ml: 69.9, estoque: 12 };
  const updated = (await client.expect(200, `PUT /produtos/${first.id}`, { token, body: changed })).body;
  same(updated, { ...first, ...versionOf(updated), preco_venda_ml: 69.9, estoque: 12 }, 'changed product');
  await client.expect(204, `DELETE /produtos/${third.id}`, { token });
  await client.refused(`DELETE /produtos/${third.id}`, [404, 'Produto não encontrado'], { token });
  const linked = 'Fornecedor possui 2 produto(s) vinculado(s)';
  await client.refused(`DELETE /fornecedores/${supplier.id}`, [409, linked], { token });
  return [updated, second];
}

async function searchProducts(client: Client, token: string, all: Body[]): Promise<void> {
  same((await client.expect(200, 'GET /produtos', { token })).body, all, 'products, newest first');
  const lamp = all.at(-1);
  const searches = [
    { busca: 'LUMINARIA', found: [lamp] },
    { busca: 'um-1', found: [lamp] },
    { busca: 'não existe', found: [] },
  ];
  for (const { busca, found } of searches) {
    const { body } = await client.expect(200, `GET /produtos?busca=${encodeURIComponent(busca)}`, { token });
    same(body, found, `products found by ${busca}`);
  }
}

/** A file of good and bad rows: the good ones become products, the bad ones are told by line. */
export async function importCsv(client: Client, { token }: Seller, supplier: Body): Promise<void> {
  const rows = [
    'nome;fornecedor_id;sku;preco_fornecedor;preco_venda_ml;preco_venda_amazon;estoque',
    `Copo Térmico;${supplier.id};COP-1;12,50;39,90;;40`,
    'Caneca;atacado sao joao;CAN-1;1.234,56;2.345,67;2.400,00;5',
    `Sem preço;${supplier.id};SEM-1;10,00;abc;;1`,
    `Repetido;${supplier.id};cop-1;10,00;20,00;;1`,
    'Órfão;Ninguém;ORF-1;10,00;20,00;;1',
  ];
  const upload = (text: string) => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'text/csv' }), 'produtos.csv');
    return { token, form };
  };
  const { body } = await client.expect(200, 'POST /produtos/importar-csv', upload(rows.join('\r\n')));
  same(body.produtos_criados, 2, 'imported rows');
  const refused = body.erros.map((sentence: string) => sentence.split(': ').slice(0, 2).join(': '));
  same(
    refused,
    ['Linha 4: preco_venda_ml', 'Linha 5: sku', 'Linha 6: fornecedor_id'],
    'lines that were refused',
  );
  const again = await client.expect(200, 'POST /produtos/importar-csv', upload(rows.slice(0, 3).join('\n')));
  same([again.body.produtos_criados, again.body.erros.length], [0, 2], 'the same rows a second time');
  await client.expect(422, 'POST /produtos/importar-csv', upload('isto não é\num CSV de produtos'));
  const found = (await client.expect(200, 'GET /produtos?busca=caneca', { token })).body;
  same(found.length, 1, 'products of the imported SKU');
  same(
    [found[0].preco_fornecedor, found[0].preco_venda_amazon, found[0].estoque],
    [1234.56, 2400, 5],
    'imported row',
  );
}
