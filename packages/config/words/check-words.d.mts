export interface Rules {
  rules: { word: string; scope: string; instead: string }[];
  allowed: string[];
}
export interface SourceFile {
  path: string;
  text: string;
}
export function readRules(glossary: string): Rules;
export function findWords(
  file: SourceFile,
  rules: Rules,
): { path: string; line: number; found: string; instead: string }[];
export function findNameFault(file: SourceFile): string | null;
