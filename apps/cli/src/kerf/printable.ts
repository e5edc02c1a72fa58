/** What a terminal takes for commands, or shows in another order than it stands: controls but line ends and tabs, and bidirectional overrides. */
const COMMANDS = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A text that a terminal shows and does not obey, whoever wrote it: titles, links, sentences of servers. JSON means the same as before. */
export const printable = (text: string): string =>
  text.replace(COMMANDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
