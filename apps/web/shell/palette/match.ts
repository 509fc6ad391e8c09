/** Whether every word that was typed begins a word of the text, whatever case and accents. */
export function matches(text: string, typed: string): boolean {
  const words = fold(text).split(/\s+/);
  return fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
