/** `$4.99`, `4,99 $`: an amount in the language's own manner, with the currency's short sign. */
export function moneyWords(cents: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )
}
