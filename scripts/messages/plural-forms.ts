/** Name of the `Intl.PluralRules` that a module declares if a comparison cannot say its plural forms. */
export const RULES_NAME = 'plural'

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']
/** Whole numbers by which the meaning of `one` is found out. The rules of all languages repeat within them. */
const COMPARED_NUMBERS = Array.from({ length: 201 }, (_, number) => number)

/** Plural forms of a language: `one` and `other` in English. */
export function pluralForms(language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return CATEGORIES.filter((category) => (pluralCategories as string[]).includes(category))
}

/** Comparison that recognizes the form `one` of a language, for whole numbers. Null if only the plural rules can. */
function comparisonOfOne(language: string): '=== 1' | '< 2' | null {
  const rules = new Intl.PluralRules(language)
  const isOne = (test: (number: number) => boolean) =>
    COMPARED_NUMBERS.every((number) => (rules.select(number) === 'one') === test(number))
  if (isOne((number) => number === 1)) return '=== 1'
  return isOne((number) => number < 2) ? '< 2' : null
}

/** Key of the plural form that a comparison of a number chooses: `one`, `=0`. Null if it chooses none. */
export function formOfComparison(operator: string, number: number, language: string): string | null {
  if (`${operator} ${number}` === comparisonOfOne(language)) return 'one'
  return operator === '===' ? `=${number}` : null
}

/** TypeScript that is true if a value takes a plural form. @param form `one`, `=0` */
export function comparisonOfForm(form: string, value: string, language: string): string {
  if (form.startsWith('=')) return `${value} === ${form.slice(1)}`
  const comparison = form === 'one' ? comparisonOfOne(language) : null
  return comparison ? `${value} ${comparison}` : `${RULES_NAME}.select(${value}) === '${form}'`
}

/** Sorts forms: numbers first, because they come before the rules, then as the rules name them. */
export function compareForms(a: string, b: string): number {
  const rank = (form: string): number => (form.startsWith('=') ? -1 : CATEGORIES.indexOf(form))
  return rank(a) - rank(b) || (rank(a) < 0 ? Number(a.slice(1)) - Number(b.slice(1)) : 0)
}
