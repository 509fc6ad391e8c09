interface FigureButtonProps {
  text: string;
  /** What it is, for whoever does not see the table around it. */
  label: string;
  onClick: () => void;
}

/** A figure of a table that opens what makes it. */
export function FigureButton({ text, label, onClick }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${text}, ${label}: por que este número?`}
      title="Por que este número?"
      onClick={onClick}
      className="min-h-6 underline max-sm:-my-1.5 max-sm:min-h-10 decoration-dotted underline-offset-4 hover:decoration-solid focus-visible:decoration-solid"
    >
      {text}
    </button>
  );
}
