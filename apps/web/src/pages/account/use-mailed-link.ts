import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { useEffect, useRef, useState } from 'react'
import { reloadForTokens, takeTokenFromAddress } from '../../browser/mailed-token.ts'
import { loadToaster } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'

/** State of the link with which a page was opened. */
export type MailedLink<Answer> =
  | { state: 'sending' }
  /** The page was opened without a link. */
  | { state: 'none' }
  | LinkResult<Answer>
  /** The call failed, and the token is still valid. */
  | { state: 'failed'; error: unknown; retry: () => void }

const FINAL_CODES: ReadonlySet<ErrorCode> = new Set(['invalid_confirmation', 'invalid_request', 'email_taken'])

/**
 * Sends the token of an email's link once, when a browser runs the page. Mail scanners that only fetch the page change
 * nothing. The result is stored in the page's history entry, so that a reload shows it again without a call.
 */
export function useMailedLink<Answer>(
  send: (token: string) => Promise<Answer>,
  onDone?: () => void,
): MailedLink<Answer> {
  const [link, setLink] = useState<MailedLink<Answer>>({ state: 'sending' })
  const wasSent = useRef(false)
  useEffect(reloadForTokens, [])

  useEffect(() => {
    if (wasSent.current) return
    wasSent.current = true
    loadToaster().catch(() => {})
    const token = takeTokenFromAddress()
    if (!token?.trim()) return setLink(storedResult<Answer>() ?? { state: 'none' })
    const page = location.pathname

    async function deliver(linkToken: string): Promise<void> {
      setLink({ state: 'sending' })
      try {
        const answer = await send(linkToken)
        showResult({ state: 'done', answer })
        onDone?.()
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code !== null && FINAL_CODES.has(code)) showResult({ state: 'refused', code })
        else setLink({ state: 'failed', error, retry: () => void deliver(linkToken) })
      }
    }

    function showResult(result: LinkResult<Answer>): void {
      storeResult(page, result)
      setLink(result)
    }

    void deliver(token.trim())
  }, [send, onDone])

  return link
}

/** Result of an email's link. It is refused when it was used, is too old, or is invalid. */
type LinkResult<Answer> = { state: 'done'; answer: Answer } | { state: 'refused'; code: ErrorCode }

/** Stores the result in the page's own history entry, which no other tab and no other page has. */
function storeResult<Answer>(page: string, result: LinkResult<Answer>): void {
  // After a navigation the current entry is another page's.
  if (location.pathname === page) history.replaceState({ ...history.state, mailedLink: result }, '')
}

/** The result stored in this entry, if there is one. */
function storedResult<Answer>(): LinkResult<Answer> | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('mailedLink' in state)) return null
  return state.mailedLink as LinkResult<Answer>
}
