/** The test files of a folder, relative to it, that run the same whether or not a PostgreSQL is named. */
export function listFilesWithoutServer(folder: string): string[];
