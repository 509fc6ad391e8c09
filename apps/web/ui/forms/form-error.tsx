/** Why a form was refused, for as long as it stands: a toast has gone before it is read twice. */
export function FormError({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger-text">
      {text}
    </p>
  );
}
