const WEIGHTS_FROM = [10, 11] as const;

/** Whether eleven digits are a CPF: both check digits agree, and they are not one digit repeated. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return WEIGHTS_FROM.every((from) => checkDigit(digits, from) === Number(digits[from - 1]));
}

/** Writes what was typed as `000.000.000-00`, digits only, at most eleven. */
export function formatCpf(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  const [a, b, c, d] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), digits.slice(9)];
  return `${a}${b && `.${b}`}${c && `.${c}`}${d && `-${d}`}`;
}

function checkDigit(digits: string, from: number): number {
  const sum = [...digits.slice(0, from - 1)].reduce(
    (total, digit, at) => total + Number(digit) * (from - at),
    0,
  );
  return ((sum * 10) % 11) % 10;
}
