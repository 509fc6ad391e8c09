import { isCalendarDay } from '@esteira/domain/days';
import { formatCpf } from '@esteira/domain/documents/cpf';
import { hasRightCheckDigit } from '@esteira/domain/documents/nfe';
import { toPhoneLinks } from '@esteira/domain/documents/phone';
import { findPostalCode } from '@esteira/domain/documents/postal-code';
import { isCnpj, isCpf } from '@esteira/domain/documents/tax-id';
import { findTrackingUrl } from '@esteira/domain/orders/tracking';
import { hasNoGtin, isGtin } from '@esteira/domain/products/gtin';
import { areUnitsAmbiguous, parseUnits } from '@esteira/domain/products/units-text';
import { toIdPart } from '@esteira/domain/profit/rules/rule-id';
import { findPixKey, hasUnsurePixKey } from '@esteira/domain/purchasing/pix-key';
import { toCsvText, unescapeFormula } from '@esteira/domain/text/csv-text';
import { parseMoney } from '@esteira/domain/text/money-text';
import { toPlainIdentifier, toPlainLine, toPlainText } from '@esteira/domain/text/plain-text';
import { isTokenRefused, toAdapterError } from '@esteira/marketplaces/amazon/errors';
import { matchCatalog } from '@esteira/marketplaces/amazon/listing/catalogue';
import { toSentence } from '@esteira/marketplaces/mercado-livre/errors';
import { toPlainText as toDescription } from '@esteira/marketplaces/mercado-livre/listing/items';
import * as mercadoLivre from '@esteira/marketplaces/mercado-livre/notification';
import { readNfe } from '@esteira/marketplaces/read-nfe';
import { withoutPostalCode } from '@esteira/marketplaces/simulated/label';
import { printable } from '@esteira/marketplaces/simulated/label-text';
import { sentinelIn } from '@esteira/marketplaces/simulated/sentinels';
import { fitTitle } from '@esteira/marketplaces/title';
import * as mercadoPago from '@esteira/payments/mercado-pago/notification';
import { isSignedBy } from '@esteira/payments/mercado-pago/signature';
import { CSV_COLUMNS } from '@esteira/validators/csv/csv-columns';
import { normalizeName } from '@esteira/validators/csv/product-csv';
import { readCell } from '@esteira/validators/csv/read-cell';
import { readProductCsv } from '@esteira/validators/csv/read-product-csv';
import { ratePortuguese } from '@esteira/validators/csv/scan/read-portuguese';
import { doubtSku, findDamage } from '@esteira/validators/csv/spreadsheet-damage';
import { suggestColumn } from '@esteira/validators/csv/suggest-column';
import { orderListInput } from '@esteira/validators/orders/order-list';
import { pictureAddress } from '@esteira/validators/products/picture-address';
import { productInput } from '@esteira/validators/products/product';
import { supplierInput } from '@esteira/validators/products/supplier';
import { day, email, searchText } from '@esteira/validators/wire/text';
import { parseCellFormat, showNumber } from '@esteira/validators/xlsx/number-format';
import { decodeXmlText, readXml } from '@esteira/validators/xlsx/xml-events';
import { describe, expect, it } from 'vitest';
import { bearerToken } from '../core/context';
import { toNetwork } from '../core/limits/rate-limit';
import { describeDevice } from '../core/security/device';
import { toOrderQuery } from '../features/orders/list/order-query';
import { measureGrowth } from '../testing/measure-work';

const amazonError = (message: string) => ({
  status: 403,
  headers: new Headers(),
  jsonOrNull: () => ({ errors: [{ code: 'Unauthorized', message }] }),
});

/** Every function that reads foreign text. One that is added belongs into this list. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'bearer token': bearerToken,
  'address of a client': toNetwork,
  'User-Agent': describeDevice,
  'search of orders': (busca) => toOrderQuery('vendedor', { busca }),
  CPF: (text) => [isCpf(text), formatCpf(text)],
  CNPJ: isCnpj,
  'key of an NF-e': hasRightCheckDigit,
  'XML of an NF-e': readNfe,
  'Pix key': (text) => [findPixKey(text), hasUnsurePixKey(text)],
  'telephone number': toPhoneLinks,
  CEP: findPostalCode,
  'text on a label': printable,
  'address on a label': withoutPostalCode,
  amount: parseMoney,
  'tracking code': (text) => findTrackingUrl(text, text),
  'text of any field': (text) => [toPlainText(text), toPlainLine(text), toPlainIdentifier(text)],
  EAN: (text) => [isGtin(text), hasNoGtin(text)],
  units: (text) => [parseUnits(text), areUnitsAmbiguous(text)],
  'name of a fee rule': toIdPart,
  'cell of a CSV': (text) => [unescapeFormula(text), toCsvText(text)],
  'cell of a column': (text) =>
    CSV_COLUMNS.map((column) => [readCell(column, text), findDamage(column, text)]),
  'SKU that a spreadsheet program changed': doubtSku,
  'text in an unknown encoding': ratePortuguese,
  'heading of a file': (text) => [normalizeName(text), suggestColumn(text)],
  'CSV file': (text) => readCsv(text),
  'CSV file with its header': (text) => readCsv(`sku;nome;preco_venda_ml;estoque\n${text}`),
  'XML of a workbook': (text) => readAll(readXml(pieces(text))),
  'text in a workbook': decodeXmlText,
  'number format of a workbook': (text) => showNumber(1234.5, parseCellFormat(text), false),
  'supplier form': (text) =>
    supplierInput.safeParse({
      nome: text,
      contato: text,
      email: text,
      telefone: text,
      dados_pagamento: text,
    }),
  'product form': (text) =>
    productInput.safeParse({ nome: text, descricao: text, sku: text, imagem_url: text, ean: text }),
  'filter of orders': (text) =>
    orderListInput.safeParse({ busca: text, cursor: text, fornecedor_id: text, de: text }),
  'e-mail address': (text) => email.safeParse(text),
  'address of a picture': (text) => pictureAddress.safeParse(`https://${text}`),
  'search text': (text) => searchText.safeParse(text),
  day: (text) => [day.safeParse(text), isCalendarDay(text)],
  'description for Mercado Livre': toDescription,
  'title of a listing': (text) => fitTitle(text, 60),
  'sentinel of the simulation': sentinelIn,
  'error of Mercado Livre': (text) => toSentence({ code: text, number: null, message: text, blocks: true }),
  'notification of Mercado Livre': (text) => [
    mercadoLivre.parseNotification({ topic: text, resource: text, user_id: text }),
    mercadoLivre.parseOrderNumber(text),
  ],
  'error of Amazon': (text) => [
    isTokenRefused(amazonError(text) as never),
    toAdapterError(amazonError(text) as never),
  ],
  'title of Amazon': (text) =>
    matchCatalog(
      {
        items: ['B0', 'B1'].map((asin) => ({
          asin,
          summaries: [{ marketplaceId: 'M', itemName: text, brand: text }],
        })),
      },
      { marketplaceId: 'M', produto: { marca: text, modelo: text } },
    ),
  'signature of Mercado Pago': (text) =>
    isSignedBy('segredo', { signature: `ts=${text},v1=${text}`, requestId: text, dataId: text }),
  'notification of Mercado Pago': (text) =>
    mercadoPago.parseNotification({ query: { 'data.id': text, type: 'order' }, body: text }),
};

/** What makes a pattern go back: pieces that it can begin at, over and over, with an end that it cannot take. */
const PIECES = [
  ...[
    ' ',
    '\t',
    '\n',
    '-',
    ', ',
    '.',
    '/',
    '%',
    '"',
    "'",
    '[',
    '(',
    '<',
    '&',
    ';',
    ',',
    '=',
    '@',
    '#',
    '\\',
    '`',
  ],
  ...['0', '1 ', '1.', '11', '000', 'a', 'A1', 'a.', 'a@', 'á', '\u0301\u0323', '\ud83d\ude00', '\u200d'],
  ...[
    '<a ',
    '<a>',
    '</a>',
    '<a b="c">',
    '<!--',
    '<![CDATA[',
    '&amp;',
    '<infNFe ',
    '<protNFe ',
    '<br ',
    '<b/>',
  ],
  ...[
    'pix ',
    'Pix: ',
    'chave: a@a.br ',
    '41 99876-0001 ',
    'a@a.a',
    '529.982.247-25\n',
    'CEP: ',
    '01310-100 ',
  ],
  ...[
    'picture',
    'title',
    'size',
    'access token',
    '[BRAND, ',
    'not found',
    '_x000D_',
    'sep=',
    '""',
    '";"',
    'R$ ',
  ],
] as const;
const END = '\n!';

describe.each(Object.entries(PARSERS))('%s: work grows as the text does', (_, read) => {
  it(
    'whatever is repeated in it',
    async () => {
      const superlinear: string[] = [];
      for (const piece of PIECES) {
        const growth = await growthOf((length) => read(fill(piece, length) + END));
        if (growth > MOST) superlinear.push(`${JSON.stringify(piece)}: ${growth.toFixed(1)}`);
      }
      expect(superlinear).toEqual([]);
    },
    HANGS_MS,
  );
});

/** What hangs takes longer; parsers of many columns take half a minute on busy processors. */
const HANGS_MS = 120_000;

/** Between 4, which is linear, and 16, which is quadratic; the collector makes up to 9 of what is linear. */
const MOST = 10;

/** What grows too much does so each time; what a busy machine adds does not. */
async function growthOf(read: (length: number) => unknown): Promise<number> {
  let growth = await measureGrowth(read);
  for (let again = 0; again < 2 && growth > MOST; again += 1) growth = await measureGrowth(read);
  return growth;
}

it('an NF-e: one long name and many elements in it', async () => {
  const growth = await growthOf((length) =>
    readNfe(`<${fill('a', length)}>${fill('<b/>', length)}</${fill('a', length)}>`),
  );
  expect(growth).toBeLessThan(MOST);
});

it(
  'notices what is quadratic',
  async () => {
    const spaces = (length: number) => ' '.repeat(length);
    const words = (length: number) => ' from '.repeat(length / 6);
    expect(await growthOf((length) => /\s+$/.test(`${spaces(length)}!`))).toBeGreaterThan(MOST);
    expect(await growthOf((length) => / from .*$/.test(`${words(length)}\n!`))).toBeGreaterThan(MOST);
  },
  HANGS_MS,
);

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

async function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

async function* bytes(text: string) {
  const encoder = new TextEncoder();
  for await (const piece of pieces(text)) yield encoder.encode(piece);
}

async function readCsv(text: string): Promise<void> {
  const file = await readProductCsv(() => bytes(text), { isUpdate: true });
  await readAll(file.rows());
}

async function readAll(all: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of all);
}
