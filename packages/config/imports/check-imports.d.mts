export interface FoundImport {
  from: string;
  specifier: string;
  line: number;
  typeOnly: boolean;
  target: string | undefined;
}
export function importsOf(from: string, source: string): FoundImport[];
export function bannedImports(from: string, source: string): string[];
