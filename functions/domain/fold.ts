/** Pairs: what people type, and what it stands for. None of these is a letter with a mark. */
const lookalikes = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' }).concat(
    ['dđð', 'hħ', 'iı', 'lł', 'oø', 'tŧ', 'x×✕✖⨯', "'‘’‚‛ʼʹ‹›", '"“”„‟«»', '/⁄∕'].flatMap(([plain = '', ...others]) =>
      others.map((other): [string, string] => [other, plain]),
    ),
  ),
)
const lookalike = new RegExp(`[${[...lookalikes.keys()].join('')}]`, 'g')

/**
 * The one folding of the service: what a search finds, and what texts are sorted by. Case, accents, widths and
 * look-alikes make no difference: `Straße` is `strasse`, `M4 × 20` is `m4 x 20`. What nobody sees is left out. Marks
 * that are vowels of their script, as in Thai and Devanagari, are letters. Source: Unicode's NFKD (UAX 15).
 */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[^\0-\x7f]+/g, foldRun)
}

/** The words of a search, folded. */
export function listWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean)
}

/** True where each of the words, which are folded, is a part of one of the texts. */
export function hasWords(texts: (string | null)[], words: string[]): boolean {
  const folded = texts.map((text) => foldText(text ?? ''))
  return words.every((word) => folded.some((text) => text.includes(word)))
}

/** A million names have few runs that are not ASCII, again and again. */
const knownRuns = new Map<string, string>()
const maxKnown = 10_000

function foldRun(run: string): string {
  const known = knownRuns.get(run)
  if (known !== undefined) return known
  const folded = run
    .replace(/[´′″‴]/g, (prime) => ({ '″': '"', '‴': "'''" })[prime] ?? "'") // NFKD makes a space, or several, of them
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}]|\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s/g, ' ')
    .replace(lookalike, (character) => lookalikes.get(character) ?? character)
  if (knownRuns.size < maxKnown) knownRuns.set(run, folded)
  return folded
}
