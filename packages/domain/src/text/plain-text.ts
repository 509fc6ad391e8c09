/**
 * Emoji that hold invisible characters: several joined to one picture, with a variation selector, a keycap, a flag of
 * letters.
 */
const EMOJI =
  String.raw`[0-9#*]\uFE0F\u20E3|\u{1F3F4}[\u{E0061}-\u{E007A}]+\u{E007F}` +
  String.raw`|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*`;
/** Fillers of Hangul and the empty Braille pattern look like a blank, whatever Unicode calls them. */
const FILLERS = String.raw`\u115F\u1160\u3164\uFFA0\u2800`;
const INVISIBLE = String.raw`(?![${FILLERS}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;

const INVISIBLE_ANYWHERE = new RegExp(INVISIBLE, 'gu');
const INVISIBLE_OUTSIDE_EMOJI = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gu');
const BLANKS = new RegExp(String.raw`(?:(?![\u2028\u2029])[\p{Z}${FILLERS}])+`, 'gu');
/** Ordering the marks of one letter takes time by the square of their number; no language has as many. */
const TOO_MANY_MARKS = /\p{M}{31}/u;
/** What most texts are made of, and none of it changes: one look instead of three. */
const IS_PLAIN = /^(?:[\x21-\x7e\xa1-\xac\xae-\u02ff]+(?: [\x21-\x7e\xa1-\xac\xae-\u02ff]+)*)?$/;

/**
 * A text as it is stored and compared, so that two texts that look alike are equal: composed (NFC), without invisible
 * characters, every run of blanks one space, none at the ends. Line breaks and tabs stay where they are, and so do the
 * invisible characters inside emoji.
 */
export function toPlainText(text: string): string {
  return IS_PLAIN.test(text) ? text : toPlain(text.replace(INVISIBLE_OUTSIDE_EMOJI, '$1'));
}

/** As `toPlainText`, for a text of one line: Unicode's own line breaks are blanks in it. */
export function toPlainLine(text: string): string {
  return toPlainText(text.replace(/[\u2028\u2029]/g, ' '));
}

/** As `toPlainLine`, for a text that names something, as a SKU does: no invisible character stays, in emoji neither. */
export function toPlainIdentifier(text: string): string {
  return IS_PLAIN.test(text) ? text : toPlainLine(text.replace(INVISIBLE_ANYWHERE, ''));
}

function toPlain(visible: string): string {
  const composed = TOO_MANY_MARKS.test(visible) ? visible : visible.normalize('NFC');
  return composed.replace(BLANKS, ' ').trim();
}
