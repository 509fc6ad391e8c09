/** Writes what was typed as `000.000.000-00`, digits only, at most eleven. */
export function formatCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  const [a, b, c, d] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)];
  return `${a}${b && `.${b}`}${c && `.${c}`}${d && `-${d}`}`;
}
