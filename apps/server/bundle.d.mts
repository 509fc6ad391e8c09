/** Bundles the server and its commands into a folder, with the migrations and their SQL beside them; rejects when that fails. */
export function bundle(outdir: string): Promise<void>;
