/** A name on one line, cut between words to at most `max` characters: listing titles are limited, names are not. */
export function fitTitle(nome: string, max: number): string {
  const name = nome.trim().replace(/\s+/g, ' ');
  const characters = [...name];
  if (characters.length <= max) return name;
  const cut = characters.slice(0, max).join('');
  const lastSpace = characters[max] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return (lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).trimEnd();
}
