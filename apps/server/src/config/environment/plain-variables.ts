import { resolve } from 'node:path'
import { z } from 'zod'
import { AllowListError, parseAllowList } from '../../adapters/outbound/allow-list.ts'

export function wholeNumber(minimum: number, maximum: number, description = 'a whole number') {
  return numberSchema(/^\s*\d{1,9}\s*$/, {
    minimum,
    maximum,
    expected: `must be ${description} from ${minimum} to ${maximum}`,
  })
}

export function decimalNumber(minimum: number, maximum: number, expectedValue: string) {
  return numberSchema(/^\s*\d{1,9}(?:\.\d{1,20})?\s*$/, { minimum, maximum, expected: expectedValue })
}

function numberSchema(
  pattern: RegExp,
  { minimum, maximum, expected }: { minimum: number; maximum: number; expected: string },
) {
  return z.string().transform((text, context): number => {
    const number = pattern.test(text) ? Number(text) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    context.addIssue({ code: 'custom', message: expected, input: text })
    return z.NEVER
  })
}

export function oneOf<const Words extends readonly [string, string, ...string[]]>(words: Words) {
  const [lastWord] = words.slice(-1)
  return z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${lastWord}` })
}

/** Schema of a URL that `convert` converts. Complaints do not repeat the value, because it may contain a secret. */
export function addressAs<T>(complaintAbout: (url: URL | null) => string | null, convert: (url: URL) => T) {
  return z.string().transform((text, context): T => {
    const url = URL.parse(text)
    const complaint = complaintAbout(url)
    if (url && complaint === null) return convert(url)
    context.addIssue({ code: 'custom', message: complaint ?? 'is not an address', input: undefined })
    return z.NEVER
  })
}

/** Schema of an HTTP address or a file path. Paths become absolute. */
export const addressOrFile = z.string().transform((text, context): URL | string => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return resolve(text)
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  context.addIssue({
    code: 'custom',
    message: 'must be an http or https address without user and password, or a path',
    input: undefined,
  })
  return z.NEVER
})

/** The HTTP address of a server, which may have a path. */
export const httpServerUrl = addressAs(
  (url) => {
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be like https://sponsorblock.example.org'
    if (url.username || url.password) return 'must not have a user or a password'
    return url.search || url.hash ? 'must end after its path' : null
  },
  (url) => url,
)

const SOCKS_PORT = '1080'

/**
 * Schema of proxies, separated by commas or spaces. Complaints do not repeat them, because they may contain passwords.
 */
export const proxyList = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(addressAs(complaintAboutProxy, withPort)))

function complaintAboutProxy(url: URL | null): string | null {
  const isProxy = url && ['http:', 'https:', 'socks5:'].includes(url.protocol) && url.hostname !== ''
  if (!isProxy || url.pathname.length > 1 || url.search || url.hash)
    return 'must be like socks5://user:password@proxy.example.org:1080, http:// or https://, with commas or spaces between'
  if (url.protocol === 'socks5:' && Boolean(url.username) !== Boolean(url.password))
    return 'must have both a user and a password for socks5://, or neither'
  if (url.protocol === 'socks5:' && url.hostname.startsWith('['))
    return 'must have a name or an IPv4 address for socks5://'
  return complaintAboutLogin(url)
}

const complaintAboutLogin = ({ username, password }: URL): string | null =>
  isDecodable(username) && isDecodable(password) ? null : 'must spell % in a password as %25'

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Schema of one HTTP proxy. */
export const httpProxy = addressAs(
  (url) => (url?.protocol === 'http:' ? complaintAboutLogin(url) : 'must be like http://proxy.example.org:3128'),
  (url) => url,
)

function withPort(url: URL): URL {
  if (url.protocol === 'socks5:') url.port ||= SOCKS_PORT
  return url
}

/** Schema of entries for allow-list.ts (`host:port` and blocks of IP addresses), separated by commas or spaces. */
export const exemptions = z
  .string()
  .default('')
  .transform((text, context): string[] => {
    const entries = text.split(/[\s,]+/).filter(Boolean)
    try {
      parseAllowList(entries)
      return entries
    } catch (error) {
      if (!(error instanceof AllowListError)) throw error
      context.addIssue({ code: 'custom', message: `cannot be read: ${error.message}`, input: text })
      return z.NEVER
    }
  })
