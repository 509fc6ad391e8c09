/** Whether the eleven digits are a CPF with right check digits; eleven equal digits are none. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  const values = [...digits].map(Number);
  return [9, 10].every((place) => {
    const sum = values.slice(0, place).reduce((total, value, at) => total + value * (place + 1 - at), 0);
    return ((sum * 10) % 11) % 10 === values[place];
  });
}

/**
 * Whether the fourteen characters are a CNPJ with right check digits. Since July 2026 the first twelve may be capital
 * letters too, each worth its ASCII code less 48, as digits always were (Instrução Normativa RFB 2.229/2024).
 */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(.)\1*$/.test(text)) return false;
  const values = [...text].map((character) => character.charCodeAt(0) - 48);
  return [12, 13].every((place) => {
    const sum = values
      .slice(0, place)
      .reduce((total, value, at) => total + value * (2 + ((place - 1 - at) % 8)), 0);
    const rest = sum % 11;
    return (rest < 2 ? 0 : 11 - rest) === values[place];
  });
}
