import type { TokenKind } from '../../../ports/accounts.ts'

/** What a token stands for, told apart from what other kinds of token stand for. */
export function tokenValue(kind: TokenKind, value: string): string {
  return `${kind}=${value}`
}
