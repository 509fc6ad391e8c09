/** As much as a few dozen long titles. */
const MAX_WORDS_LENGTH = 4_000;

interface NamedLine {
  produto_nome: string;
  produto_sku: string | null;
  fornecedor_nome: string;
}

/** What the further lines of an order are found by; of many lines the first ones. Null where there are none. */
export function listLineWords(lines: readonly NamedLine[]): string | null {
  const words = lines.flatMap((line) => [line.produto_nome, line.produto_sku ?? '', line.fornecedor_nome]);
  return words.length === 0 ? null : words.join(' ').slice(0, MAX_WORDS_LENGTH);
}
