/** `$4.99`, `4,99 $`: an amount in the language's own manner, with the currency's short sign. */
export const moneyWords = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'narrowSymbol')

/** `USD 4.99`, `4,99 USD`: where it has to be plain which dollars are meant. */
export const exactMoneyWords = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'code')

function inCurrency(cents: number, currency: string, locale: string, currencyDisplay: 'narrowSymbol' | 'code'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(cents / 100)
}
