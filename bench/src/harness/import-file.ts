import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Server } from './processes';
import type { Seller } from './sellers';

interface Upload {
  file: string;
  /** Products with the same SKU are changed. */
  isUpdate?: boolean;
}

/** Sends a file as a browser's form does and answers how many products it made and changed. */
export async function upload(
  api: Pick<Server, 'url'>,
  { token }: Pick<Seller, 'token'>,
  { file, isUpdate = false }: Upload,
) {
  const form = new FormData();
  form.set('file', new File([await readFile(file)], 'produtos.csv', { type: 'text/csv' }));
  const answer = await fetch(`${api.url}/api/produtos/importar-csv${isUpdate ? '?atualizar=1' : ''}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The import answered ${answer.status}: ${text.slice(0, 500)}`);
  const result: { produtos_criados: number; produtos_atualizados?: number; erros: string[] } =
    JSON.parse(text);
  const { produtos_criados: created, produtos_atualizados: updated = 0, erros } = result;
  if (erros.length > 0) throw new Error(`The import refused ${erros.length} rows: ${erros[0]}`);
  return { created, updated };
}

interface ProductFile {
  /** Makes the SKUs of this file its own. */
  name: string;
  rows: number;
  fornecedorId: string;
  /** Every version has other prices and stocks. */
  version?: number;
}

/** The nine columns. */
export async function writeCsv(
  path: string,
  { name, rows, fornecedorId, version = 0 }: ProductFile,
): Promise<string> {
  const header =
    'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque,imagem_url\n';
  function* lines() {
    yield header;
    for (let row = 1; row <= rows; row++) {
      yield `${fornecedorId},Luminária Premium ${name} ${row},"Enviada pelo fornecedor em dois dias, com garantia",${name}-${row},${(10 + (row % 50)).toFixed(2)},${(40 + (row % 90) + version).toFixed(2)},${row % 2 ? '' : '69.90'},${(row % 300) + version},https://imagens.example/produtos/${row}.jpg\n`;
    }
  }
  await pipeline(lines, createWriteStream(path));
  return path;
}
