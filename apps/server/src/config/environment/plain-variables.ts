import { z } from 'zod'

export function wholeNumber(least: number, most: number, what = 'a whole number') {
  return numberOf(/^\s*\d{1,9}\s*$/, { least, most, expected: `must be ${what} from ${least} to ${most}` })
}

export function decimalNumber(least: number, most: number, expected: string) {
  return numberOf(/^\s*\d{1,9}(?:\.\d{1,20})?\s*$/, { least, most, expected })
}

function numberOf(spelling: RegExp, { least, most, expected }: { least: number; most: number; expected: string }) {
  return z.string().transform((text, context): number => {
    const number = spelling.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    context.addIssue({ code: 'custom', message: expected, input: text })
    return z.NEVER
  })
}

export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const [last] = words.slice(-1)
  return z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${last}` })
}

/** An address, as `read` takes it. No complaint repeats the value: it may hold a secret. */
export function addressAs<T>(complaintAbout: (url: URL | null) => string | null, read: (url: URL) => T) {
  return z.string().transform((text, context): T => {
    const url = URL.parse(text)
    const complaint = complaintAbout(url)
    if (url && complaint === null) return read(url)
    context.addIssue({ code: 'custom', message: complaint ?? 'is not an address', input: undefined })
    return z.NEVER
  })
}
