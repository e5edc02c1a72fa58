import { LANGUAGE } from '#messages/language.ts'
import { LOCALE } from './interface-locale.ts'

/** Formatters, created once each: creation is slow, and numbers change with every move of a dragged handle. */
const formatters = new Map<string, Intl.NumberFormat>()

function format(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, formatter)
  return formatter.format(value)
}

/** `12.3`, in German `12,3`: always with this many decimals, and never with separators of thousands. */
export function withDecimals(value: number, decimals: number, locale: string = LOCALE): string {
  return format(value, locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}

/** Replaces the hyphen of a negative number with a minus sign, which is as wide as a plus. */
export const withMinusSign = (text: string): string => text.replace('-', '\u2212')

/** `3`, `3.5`, `3.125`, in German `3,125`: as few decimals as possible, and three at most. */
export function withFewestDecimals(value: number, locale: string = LOCALE): string {
  return format(value, locale, { maximumFractionDigits: 3, useGrouping: false })
}

/** `12.3 MB`, in French `12,3 Mo`. */
export const withUnit = (
  value: number,
  unit: 'megabyte' | 'gigabyte',
  decimals: { least: number; most: number },
  locale: string = LOCALE,
): string =>
  format(value, locale, {
    style: 'unit',
    unit,
    useGrouping: false,
    minimumFractionDigits: decimals.least,
    maximumFractionDigits: decimals.most,
  })

/** `42%`, in German `42 %`, for 42. */
export function formatPercent(percent: number, locale: string = LOCALE): string {
  return format(percent / 100, locale, { style: 'percent', maximumFractionDigits: 0 })
}

/**
 * `$4.99`, `$199`, in German `4,99 $`: without cents where they are zero. The format follows only the page's language:
 * some regional variants of English write `US$4.99`, and prices are part of prerendered pages.
 */
export function formatPrice(cents: number, language: string = LANGUAGE): string {
  const decimals = cents % 100 === 0 ? 0 : 2
  return format(cents / 100, language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** `$4.99`, `4,99 $`: an amount in the format of the language, with the currency's short symbol. */
export const formatMoney = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'narrowSymbol')

/** `USD 4.99`, `4,99 USD`: an amount with the currency's code, because several currencies are dollars. */
export const formatMoneyWithCode = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'code')

function inCurrency(cents: number, currency: string, locale: string, currencyDisplay: 'narrowSymbol' | 'code'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(cents / 100)
}
