/** Maximum length of a failure's cause, in characters. Causes are for admins only: short and without secrets. */
export const MAX_CAUSE_LENGTH = 1000
/** Characters from the beginning of a cause that is too long. The rest of the space goes to its end. */
const BEGINNING_LENGTH = 400
const MAX_CAUSES = 8
const ELISION = ' … '

/** Names of errors that mean a bug. Their message does not show it, so the name precedes it. */
const NAMES_OF_BUGS: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'])

/** The messages of an error and of its causes, one a line. Empty if there are none. */
export function failureCause(error: unknown): string {
  const lines: string[] = []
  for (const nextError of chainOf(error)) {
    const line = scrubCause(messageOf(nextError))
    // Wrapping errors often repeat the wrapped message.
    if (line !== '' && !lines.some((earlier) => earlier.includes(line))) lines.push(line)
  }
  return shortenCause(lines.join('\n'))
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  const pendingErrors = [error]
  while (pendingErrors.length > 0 && chain.length < MAX_CAUSES) {
    const nextError = pendingErrors.shift()
    if (nextError === null || nextError === undefined || chain.includes(nextError)) continue
    chain.push(nextError)
    if (typeof nextError !== 'object') continue
    const { cause, errors } = nextError as { cause?: unknown; errors?: unknown }
    pendingErrors.push(cause, ...(Array.isArray(errors) ? errors.slice(0, MAX_CAUSES) : []))
  }
  return chain
}

/** Clearer messages for error codes of libraries. */
const CLEAR_MESSAGES: Readonly<Record<string, string>> = { UND_ERR_SOCKET: 'The source closed the connection.' }

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return String(error)
  const { name, message, code } = error as { name?: unknown; message?: unknown; code?: unknown }
  const clearMessage = typeof code === 'string' ? CLEAR_MESSAGES[code] : undefined
  if (clearMessage) return clearMessage
  const words = typeof message === 'string' ? message : ''
  const namedMessage =
    typeof name === 'string' && NAMES_OF_BUGS.has(name) && !words.startsWith(name) ? `${name}: ${words}` : words
  // Codes of the system are added, such as ECONNRESET. Our own codes are lower case and stored separately.
  const isSystemCode = typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) && !namedMessage.includes(code)
  return isSystemCode ? `${namedMessage} (${code})`.trim() : namedMessage
}

/** Lines of stack traces. */
const STACK_TRACE_LINE =
  /^\s*(at\s.+|\d+: 0x[0-9a-f]+.*|[-\s]*(native|javascript) stack trace[-\s]*|node\.js v[\d.]+)$/i

const SECRET_NAMES =
  'cookies?|set-cookie|(?:proxy-)?authorization|password|passwd|secret|token|access_token|api_?key|session|signature|lsig|sig|pot'
const URL_LIKE_PATTERN = /\b(?:https?|wss?|ftp|socks\w*):\/\/[^\s'"<>|]+/gi

/** The text as one line without secrets: no queries, user names, passwords, cookies or local paths. */
export function scrubCause(text: string): string {
  return (
    // The database client writes the values of a failed query after this word.
    text
      .replace(/\nparams: [\s\S]*$/, '')
      .split(/\r\n|\r|\n/)
      .filter((line) => !STACK_TRACE_LINE.test(line))
      .map(scrubLine)
      .filter((line) => line !== '')
      .join(' / ')
  )
}

function scrubLine(line: string): string {
  const addresses: string[] = []
  const withoutAddresses = line
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences that colour a terminal are removed.
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replace(URL_LIKE_PATTERN, (address) => {
      addresses.push(scrubAddress(address))
      return `\u0000${addresses.length - 1}\u0000`
    })
  const scrubbedText = withoutAddresses
    .replace(/\b((?:set-)?cookies?|(?:proxy-)?authorization)\s*:.*$/gi, '$1: …')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 …')
    .replace(new RegExp(`(["']?\\b(?:${SECRET_NAMES})\\b["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s&;,)]+)`, 'gi'), '$1…')
    // A query without its host.
    .replace(/\?[\w.~%-]+=[^\s'")]*/g, '?…')
    .replace(/file:\/\/\S*\/([^\s/]+)/g, '…/$1')
    .replace(/(^|[\s'"`(=:,[])(?:[A-Za-z]:)?(?:[/\\][^\s/\\'"`)\],]+)*[/\\]([^\s/\\'"`)\],]+)/g, '$1…/$2')
    .replace(/\s+/g, ' ')
    .trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the only ones left are the placeholders from above.
  return scrubbedText.replace(/\u0000(\d+)\u0000/g, (_, index: string) => addresses[Number(index)] ?? '')
}

/** Hosts that put signatures into the path. */
const SIGNED_PATH_HOST_PATTERN = /(^|\.)googlevideo\.com$/
/** A path segment that is long and has digits: a token, not the name of a folder. */
const TOKEN_LIKE_PATTERN = /^(?=.*\d)[\w~%.=+-]{40,}$/

function scrubAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)(.*)$/.exec(address) ?? []
  const [withoutQuery = ''] = rest.split(/[?#]/)
  const punctuation = withoutQuery.length === rest.length ? (/[).,;:\]]+$/.exec(withoutQuery)?.[0] ?? '') : ''
  const urlText = withoutQuery.slice(0, withoutQuery.length - punctuation.length)
  const [authority = '', ...segments] = urlText.split('/')
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const isSigned = SIGNED_PATH_HOST_PATTERN.test(host.replace(/:\d+$/, '').toLowerCase())
  const path = isSigned
    ? segments.slice(0, 1)
    : segments.map((segment) => (TOKEN_LIKE_PATTERN.test(segment) ? '…' : segment))
  return `${scheme}${[host, ...path].join('/')}${punctuation}`
}

function shortenCause(text: string): string {
  if (text.length <= MAX_CAUSE_LENGTH) return text.toWellFormed()
  const end = MAX_CAUSE_LENGTH - BEGINNING_LENGTH - ELISION.length
  // `toWellFormed` repairs a character that the cut divides.
  return `${text.slice(0, BEGINNING_LENGTH)}${ELISION}${text.slice(-end)}`.toWellFormed()
}
