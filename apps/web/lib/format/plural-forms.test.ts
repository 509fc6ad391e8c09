import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countText } from '@esteira/domain/text/count-text';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = [
  ...[
    'apps/web',
    'apps/server',
    'packages/domain/src',
    'packages/validators/src',
    'packages/marketplaces/src',
  ],
];
const SKIPPED = /node_modules|\/dist\/|\/testing\/|\/commands\/|\/env\/|\/startup\/|\/rest\/|\.test\.tsx?$/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => !SKIPPED.test(`/${file}`))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })),
);

const CALL = /\bcountText\(\s*[^,'`]+,\s*(['`])(.+?)\1,\s*(['`])(.+?)\3/g;

/** First words of a singular that end like a plural. */
const SINGULAR = /^(?:mês|mais)$/;
const first = (text: string) => text.replace(/^(?:não|já) /, '').split(' ')[0] ?? '';

it('every counted text is singular for 1 and plural for 0 and 2', () => {
  const texts = sources.flatMap(({ text }) =>
    [...text.matchAll(CALL)].map((call) => [call[2], call[4]] as const),
  );
  expect(texts.length).toBeGreaterThan(50);
  for (const [one = '', many = ''] of texts) {
    expect(countText(1, one, many), one).toBe(`1 ${one}`);
    for (const number of [0, 2]) expect(countText(number, one, many), many).toBe(`${number} ${many}`);
    expect(SINGULAR.test(first(one)) || !first(one).endsWith('s'), `singular: ${one}`).toBe(true);
    expect(/[sm]$/.test(first(many)) || SINGULAR.test(first(many)), `plural: ${many}`).toBe(true);
  }
});

/**
 * A value, which is no named constant, right before a plural: `${count} pedidos`. Where what stands before it tells of the
 * singular, or that there are several, it is a plural.
 */
const PLURAL =
  /\{(?![A-Z_]+\}|[^{}]*[A-Z]{2}[A-Z_]+)[^{}]*\}\s(?:novos |outros )?([a-zà-ú]{3,}(?:os|as|es|ns|ões|ãos|ais))\b/g;
const KNOWS_SINGULAR = /=== 1|[<>]=? 1\b|'1 |\b[oa]s $/;
const NO_NOUNS =
  /^(?:mais|demais|antes|depois|meses|dados|mas|das|dos|nas|nos|às|aos|pelas|pelos|this|bytes|names|satisfies)$/;

const RIGHT = [
  // The number is two or more.
  'apps/web/shell/live/sale-toasts.tsx: {count} novos pedidos',
  'apps/web/shell/live/tell-sales.ts: {count} novos pedidos',
  'apps/web/features/account/two-step/two-step-panel.tsx: {left} códigos',
  'apps/web/features/dashboard/period/estimate-missing.tsx: {formatCount(data.pedidos)} pedidos',
  'apps/web/features/dashboard/period/period-texts.ts: {formatCount(vendas)} pedidos',
  'packages/validators/src/csv/read-cell.ts: {addresses.length} imagens',
  // It is a limit of several.
  'apps/web/features/products/changes/change-dialog.tsx: {most} produtos',
  'apps/server/core/tables/export-route.ts: {limit} linhas',
  'packages/marketplaces/src/mercado-livre/listing/draft.ts: {draft.rules.maxTitleLength} caracteres',
  // docs/product-rules/web-app.md words them so.
  'apps/web/features/products/csv-import/use-import-csv.ts: {erros.length} erros',
  'apps/web/features/products/csv-import/use-import-csv.ts: {created} produtos',
];

it('no text puts a number before a plural that it would be wrong for', () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(PLURAL)]
      .filter(({ index, 1: noun = '' }) => {
        const before = text.slice(Math.max(0, index - 220), index + 1).replace(/\$?\{$/, '');
        const line = text.slice(text.lastIndexOf('\n', index), index + 80);
        return (
          !NO_NOUNS.test(noun) &&
          !KNOWS_SINGULAR.test(before) &&
          !/<[A-Z]|import |throw new RangeError/.test(line)
        );
      })
      .map(({ 0: match }) => `${file}: ${match}`),
  );
  expect(found.filter((text) => !RIGHT.includes(text))).toEqual([]);
});
