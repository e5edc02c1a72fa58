/** Why something failed, as an admin reads it: short, and without what opens anything. Never for viewers. */
export const MAX_CAUSE_LENGTH = 1000
/** Of what is too long, the beginning is the sentence and the end is the verdict. */
const CACHED_OF_BEGINNING = 400
const MOST_CAUSES = 8
const ELISION = ' … '

/** Names of errors that mean a fault of the program, which their message alone does not say. */
const FAULTS: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/** The error's own words and those of its causes, a line each; of anything else what it says. Empty when there is nothing. */
export function failureCause(error: unknown): string {
  const lines: string[] = []
  for (const link of chainOf(error)) {
    const line = scrubCause(wordsOf(link))
    // Wrapping errors often repeat the wrapped message.
    if (line !== '' && !lines.some((earlier) => earlier.includes(line))) lines.push(line)
  }
  return shortened(lines.join('\n'))
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  const waiting = [error]
  while (waiting.length > 0 && chain.length < MOST_CAUSES) {
    const link = waiting.shift()
    if (link === null || link === undefined || chain.includes(link)) continue
    chain.push(link)
    if (typeof link !== 'object') continue
    const { cause, errors } = link as { cause?: unknown; errors?: unknown }
    waiting.push(cause, ...(Array.isArray(errors) ? errors.slice(0, MOST_CAUSES) : []))
  }
  return chain
}

/** What a library says in words of its own. */
const PLAIN_WORDS: Readonly<Record<string, string>> = { UND_ERR_SOCKET: 'The source closed the connection.' }

function wordsOf(link: unknown): string {
  if (typeof link === 'string') return link
  if (typeof link !== 'object' || link === null) return String(link)
  const { name, message, code } = link as { name?: unknown; message?: unknown; code?: unknown }
  const plain = typeof code === 'string' ? PLAIN_WORDS[code] : undefined
  if (plain) return plain
  const words = typeof message === 'string' ? message : ''
  const named = typeof name === 'string' && FAULTS.has(name) && !words.startsWith(name) ? `${name}: ${words}` : words
  // Ours are lower case and known beside the cause; the system's say more than their message.
  const isSystems = typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) && !named.includes(code)
  return isSystems ? `${named} (${code})`.trim() : named
}

/** What only says where in the program it was. */
const FRAME = /^\s*(at\s.+|\d+: 0x[0-9a-f]+.*|[-\s]*(native|javascript) stack trace[-\s]*|node\.js v[\d.]+)$/i

const SECRET_NAMES =
  'cookies?|set-cookie|(?:proxy-)?authorization|password|passwd|secret|token|access_token|api_?key|session|signature|lsig|sig|pot'
const URL_LIKE = /\b(?:https?|wss?|ftp|socks\w*):\/\/[^\s'"<>|]+/gi

/** One line of it, without secrets: no query of an address, no user and password, no cookie, no path of this machine. */
export function scrubCause(text: string): string {
  return (
    // The database's client writes the values of a failed query behind this word.
    text
      .replace(/\nparams: [\s\S]*$/, '')
      .split(/\r\n|\r|\n/)
      .filter((line) => !FRAME.test(line))
      .map(scrubLine)
      .filter((line) => line !== '')
      .join(' / ')
  )
}

function scrubLine(line: string): string {
  const addresses: string[] = []
  const withoutAddresses = line
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours a terminal has no place in a sentence.
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replace(URL_LIKE, (address) => {
      addresses.push(scrubAddress(address))
      return `\u0000${addresses.length - 1}\u0000`
    })
  const scrubbed = withoutAddresses
    .replace(/\b((?:set-)?cookies?|(?:proxy-)?authorization)\s*:.*$/gi, '$1: …')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 …')
    .replace(new RegExp(`(["']?\\b(?:${SECRET_NAMES})\\b["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s&;,)]+)`, 'gi'), '$1…')
    // A query without its host.
    .replace(/\?[\w.~%-]+=[^\s'")]*/g, '?…')
    .replace(/file:\/\/\S*\/([^\s/]+)/g, '…/$1')
    .replace(/(^|[\s'"`(=:,[])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'"`)\],]+)*[/\\]([^\s/\\'"`)\],]+)/g, '$1…/$2')
    .replace(/\s+/g, ' ')
    .trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: there is none in the text but those put there above.
  return scrubbed.replace(/\u0000(\d+)\u0000/g, (_, index: string) => addresses[Number(index)] ?? '')
}

/** Some servers sign the path too. */
const SIGNED_PATH_HOST = /(^|\.)googlevideo\.com$/
/** Nobody names a folder like that; a token looks like it. */
const TOKEN_LIKE = /^(?=.*\d)[\w~%.=+-]{40,}$/

function scrubAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(.*)$/.exec(address) ?? []
  const [plain = ''] = rest.split(/[?#]/)
  const punctuation = plain.length === rest.length ? (/[).,;:\]]+$/.exec(plain)?.[0] ?? '') : ''
  const whole = plain.slice(0, plain.length - punctuation.length)
  const [authority = '', ...segments] = whole.split('/')
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const isSigned = SIGNED_PATH_HOST.test(host.replace(/:\d+$/, '').toLowerCase())
  const path = isSigned ? segments.slice(0, 1) : segments.map((segment) => (TOKEN_LIKE.test(segment) ? '…' : segment))
  return `${scheme}${[host, ...path].join('/')}${punctuation}`
}

function shortened(text: string): string {
  if (text.length <= MAX_CAUSE_LENGTH) return text.toWellFormed()
  const end = MAX_CAUSE_LENGTH - CACHED_OF_BEGINNING - ELISION.length
  // Not through the middle of a character that takes two places.
  return `${text.slice(0, CACHED_OF_BEGINNING)}${ELISION}${text.slice(-end)}`.toWellFormed()
}
