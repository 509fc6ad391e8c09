import { describe, expect, it } from 'vitest';
import { deadCitations, findAnchors } from './check-citations.mjs';

const DOCUMENTS = {
  'docs/product-rules.md': '# Product rules\n\n## CSV import\n\nText.\n',
  'docs/decisions/README.md': '# Decisions\n\n- [One](0001-one.md)\n',
  'docs/decisions/0001-one.md': '# One\n\nDate: 2026-11-21. Status: accepted.\n\nText.\n',
  'README.md': '# Esteira\n',
};

/** What is found when this text stands at this path beside the documents above. */
const found = (text: string, path = 'apps/server/a.ts') =>
  deadCitations(new Map(Object.entries({ ...DOCUMENTS, [path]: text }))).map(({ cited }) => cited);

describe('a citation that leads nowhere', () => {
  it.each([
    ['a section of an unnamed document', '/** Paid once (decisions §10). */', ['§']],
    ['a section alone', '// See §1.3.', ['§']],
    ['a numbered complaint', "it('complaint 4: one order', () => {});", ['complaint 4']],
    ['one across two lines of a comment', '/**\n * After complaint\n * 22.\n */', ['complaint * 22']],
    ['a decision that is not there', '// docs/decisions/0042', ['docs/decisions/0042']],
    ['a decision by a number that no file has', '// decision 0042', ['decision 0042']],
    ['a decision with a short number', '// see decisions 7', ['decisions 7']],
    ['a document that is not there', '// docs/payments.md', ['docs/payments.md']],
    ['a document without its folder', '// as ui.md says', ['ui.md']],
    ['a file that was moved', '// see `features/gone.ts`', ['`features/gone.ts`']],
    [
      'a heading that is not there',
      '// docs/product-rules.md#csv-export',
      ['docs/product-rules.md#csv-export'],
    ],
  ])('is refused: %s', (_, text, cited) => {
    expect(found(text)).toEqual(cited);
  });

  it.each([
    ['a relative link', '[a](other.md)', ['](other.md)']],
    ['a link to a heading', '[a](product-rules.md#nothing)', ['](product-rules.md#nothing)']],
    ['a heading of the same file', '# Own\n\n[a](#other)', ['](#other)']],
  ])('is refused in a document: %s', (_, text, cited) => {
    expect(found(text, 'docs/own.md')).toEqual(cited);
  });

  it('is told with its file, its line and the way out', () => {
    const text = 'const a = 1;\n// spec §4\n';
    expect(deadCitations(new Map([...Object.entries(DOCUMENTS), ['bench/a.mjs', text]]))).toEqual([
      { path: 'bench/a.mjs', line: 2, cited: '§', message: expect.stringContaining('docs/product-rules/') },
    ]);
  });
});

describe('a citation that leads somewhere', () => {
  it.each([
    ['a heading', '// docs/product-rules.md#csv-import'],
    ['a decision by its number', '// docs/decisions/0001'],
    ['a decision by its file', '// docs/decisions/0001-one.md'],
    ['a folder', '// everything in docs/decisions/'],
    ['a file by the end of its path', '// see `server/a.ts` and `a.ts`'],
    ['a document that is there once', '// README.md'],
    ['an RFC', '// RFC 9110 §10.2.3'],
    ['an address', '// https://example.com/docs/api/payments'],
    ['words that only look like one', '// 20 decisions a day, beyond 500 ms'],
  ])('passes: %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('passes in documents: files, headings, mail and web addresses', () => {
    const text =
      '[a](product-rules.md#csv-import) [b](decisions/) [c](../README.md) [d](#own) [e](https://e.org/x.md)';
    expect(found(`# Own\n\n${text}\n`, 'docs/own.md')).toEqual([]);
  });
});

describe('the list of decisions', () => {
  const ONE = 'Date: 2026-11-21. Status: accepted.\n';
  it.each([
    ['a number given twice', '0001-two.md', ONE, 'Its number is taken.'],
    ['no date', '0002-two.md', 'Status: accepted.\n', 'It needs a line'],
    ['no status', '0002-two.md', 'Date: 2026-11-21.\n', 'It needs a line'],
    ['no place in the list', '0002-two.md', ONE, 'does not list it'],
  ])('refuses %s', (_, name, text, message) => {
    const files = new Map([...Object.entries(DOCUMENTS), [`docs/decisions/${name}`, text]]);
    expect(deadCitations(files).map((dead) => dead.message)).toContainEqual(expect.stringContaining(message));
  });

  it('takes a superseded decision', () => {
    const files = new Map(Object.entries(DOCUMENTS));
    files.set('docs/decisions/0001-one.md', 'Date: 2026-11-21. Status: superseded by 0002.\n');
    expect(deadCitations(files)).toEqual([]);
  });
});

describe('findAnchors', () => {
  it('makes the anchors that GitHub makes', () => {
    expect(findAnchors('# A & B: c!\n## Código\n### x-y_z 2\n## Código\nno heading\n')).toEqual(
      new Set(['a--b-c', 'código', 'x-y_z-2', 'código-1']),
    );
  });
});
