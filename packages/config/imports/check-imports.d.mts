export interface ForbiddenImport {
  rule: string;
  from: string;
  to: string;
  reason: string;
}
export function findForbiddenImports(
  root: string,
  folders?: string[],
): Promise<{ files: number; forbidden: ForbiddenImport[] }>;
