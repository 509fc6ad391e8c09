/** A product that stayed as it is, and why. */
export function SkippedLine({ nome, motivo }: { nome: string; motivo: string }) {
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">{nome}</p>
      <p className="text-[13px] text-danger-text [overflow-wrap:anywhere]">{motivo}</p>
    </>
  );
}
