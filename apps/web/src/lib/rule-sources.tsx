/** The pages that a rule of fees was taken from. */
export function RuleSources({ fontes }: { fontes: readonly string[] }) {
  return fontes
    .filter((source) => source.startsWith('https://'))
    .map((source, index) => (
      <a
        key={source}
        href={source}
        target="_blank"
        rel="noreferrer"
        className="ml-1.5 whitespace-nowrap text-primary-text underline underline-offset-4"
      >
        fonte {index + 1}
      </a>
    ));
}
