import { LANGUAGE } from '#messages/language.ts'
import { LOCALE } from './interface-locale.ts'

/** Made once each: numbers follow the finger while a handle is dragged, and making a format is the slow part. */
const formats = new Map<string, Intl.NumberFormat>()

function format(value: number, locale: string, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, known)
  return known.format(value)
}

/** `12.3`, in German `12,3`: always with so many decimals and never with separators between the thousands. */
export function withDecimals(value: number, decimals: number, locale: string = LOCALE): string {
  return format(value, locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}

/** Decibels below zero: with a minus sign, which is as wide as a plus, not with a hyphen. */
export const withMinus = (text: string): string => text.replace('-', '\u2212')

/** `3`, `3.5`, `3.125`, in German `3,125`: as many decimals as there are, thousandths at most. */
export function asShortAsItIs(value: number, locale: string = LOCALE): string {
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
export function percentWords(percent: number, locale: string = LOCALE): string {
  return format(percent / 100, locale, { style: 'percent', maximumFractionDigits: 0 })
}

/**
 * `$4.99`, `$199`, in German `4,99 $`: no cents where there are none. Goes by the page's language alone, since other
 * flavours of English write `US$4.99`, and prices are part of the pages that are built beforehand.
 */
export function priceWords(cents: number, language: string = LANGUAGE): string {
  const decimals = cents % 100 === 0 ? 0 : 2
  return format(cents / 100, language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** `$4.99`, `4,99 $`: an amount in the language's own manner, with the currency's short sign. */
export const moneyWords = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'narrowSymbol')

/** `USD 4.99`, `4,99 USD`: where it has to be plain which dollars are meant. */
export const exactMoneyWords = (cents: number, currency: string, locale: string): string =>
  inCurrency(cents, currency, locale, 'code')

function inCurrency(cents: number, currency: string, locale: string, currencyDisplay: 'narrowSymbol' | 'code'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(cents / 100)
}
