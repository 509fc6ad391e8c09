import { describe, expect, it } from 'vitest';
import { findNameFault, findWords, readRules } from '../words/check-words.mjs';

const GLOSSARY = `# Glossary

| English | Wire | What it is |
| --- | --- | --- |
| turn | names | not of this table |

## Words not to use

| Not | Where | But |
| --- | --- | --- |
| judge, none of ours | everywhere | check |
| turn, settle | names | queue |
| keep | functions | save |
| answer | types | response |

Allowed: \`turnOn\`, \`allSettled\`.

More text.
`;
const RULES = readRules(GLOSSARY);
const find = (path: string, text: string) =>
  findWords({ path, text }, RULES).map(({ line, found }) => `${line} ${found}`);

describe('the words not to use', () => {
  it('are read from the table of the glossary', () => {
    expect(RULES.rules).toHaveLength(6);
    expect(RULES.rules[0]).toEqual({ word: 'judge', scope: 'everywhere', instead: 'check' });
    expect(RULES.allowed).toEqual(['turnOn', 'allSettled']);
  });

  it.each([
    ['a comment', 'apps/a.ts', 'const a = 1;\n// It judges a.', ['2 judges']],
    ['a title of a test', 'apps/a.test.ts', "it('is judged alone', () => {});", ['1 judged']],
    ['a part of a name', 'apps/a.ts', 'const rowJudgement = 1;', ['1 judgement']],
    ['a constant', 'apps/a.ts', 'const MAX_TURNS = 1;', ['1 turns']],
    ['a file', 'apps/next-turn.ts', '', ['0 turn']],
    ['SQL', 'packages/a.sql', '-- none of ours', ['1 none of ours']],
    ['a document', 'notes/a.md', 'Each is judged.', ['1 judged']],
    ['a function', 'apps/a.ts', 'function keepRows() {}', ['1 keepRows']],
    ['a type', 'apps/a.ts', 'type OpenAnswer = string;', ['1 OpenAnswer']],
  ])('are found in %s', (_, path, text, found) => {
    expect(find(path, text)).toEqual(found);
  });

  it.each([
    ['names in a text or a comment', 'apps/a.ts', "const a = 'their turn'; // in turn\n/** A turn. */"],
    [
      'names of another library, and what is derived of them',
      'apps/a.ts',
      'Promise.allSettled([]); useTurnOnIt();',
    ],
    ['other words that hold one', 'apps/a.ts', 'const returns = 1; const keeper = 2; function keep() {}'],
    ['names in a document', 'notes/a.md', 'They take turns.'],
  ])('are not: %s', (_, path, text) => {
    expect(find(path, text)).toEqual([]);
  });
});

describe('the name of a file of a feature', () => {
  const fault = (path: string, text = '') => findNameFault({ path, text });

  it('says what is in it', () => {
    for (const name of ['utils.ts', 'order-helpers.ts', 'common-columns.ts', 'misc.ts'])
      expect(fault(`apps/server/features/orders/${name}`)).toBe('Name the file by what is in it.');
    expect(fault('apps/server/core/utils.ts')).toBeNull();
    expect(fault('apps/server/features/orders/service.ts')).toBeNull();
  });

  it('promises a hook, or a component of its name where it names its role', () => {
    const path = 'apps/web/features/orders';
    expect(fault(`${path}/use-orders.ts`, 'export function useOrder() {}')).toBeNull();
    expect(fault(`${path}/use-orders.ts`, 'export const orders = 1;')).toBe('It exports no hook.');
    expect(fault(`${path}/order-card.tsx`, 'export function OrderCard() {}')).toBeNull();
    expect(fault(`${path}/order-card.tsx`, 'export function Card() {}')).toBe(
      'It does not export OrderCard.',
    );
    expect(fault(`${path}/order-card.test.tsx`)).toBeNull();
  });
});
