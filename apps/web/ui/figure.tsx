/** How wide characters of the font's tabular figures are at most, in em. */
const DIGIT_EM = 0.65;
const OTHER_EM = 0.46;
const LARGEST = '1.5rem';

/** A figure on one line, as large as its box allows: never clipped, however many digits it has. */
export function Figure({ text }: { text: string }) {
  const digits = text.replace(/\D/g, '').length;
  const width = digits * DIGIT_EM + (text.length - digits) * OTHER_EM;
  return (
    <span className="@container block">
      <span
        className="block whitespace-nowrap font-semibold tracking-tight"
        style={{ fontSize: `min(${LARGEST}, ${(100 / width).toFixed(2)}cqi)`, lineHeight: '2rem' }}
      >
        {text}
      </span>
    </span>
  );
}
