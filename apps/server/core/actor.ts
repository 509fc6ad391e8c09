/** Whose rows are written, and which person does it, whom histories name; for an owner they are the same. */
export interface Actor {
  usuarioId: string;
  atorId: string;
}
