import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { useEffect, useRef, useState } from 'react'
import { reloadForTokens, takeTokenFromAddress } from '../../browser/mailed-token.ts'
import { loadToaster } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'

/** What has become of the link with which a page was opened. */
export type MailedLink<Answer> =
  | { state: 'sending' }
  /** The page was opened without one. */
  | { state: 'none' }
  | LinkEnd<Answer>
  /** This time; the token is still good. */
  | { state: 'failed'; error: unknown; retry: () => void }

const FOR_GOOD: ReadonlySet<ErrorCode> = new Set(['invalid_confirmation', 'invalid_request', 'email_taken'])

/**
 * Sends the token of a mail's link once, when a person's browser has opened the page: those who only fetch it, to look for
 * what is bad in a mail, change nothing. The result is stored in the page's history entry, so that a reload
 * shows it again and sends nothing.
 */
export function useMailedLink<Answer>(send: (token: string) => Promise<Answer>, done?: () => void): MailedLink<Answer> {
  const [link, setLink] = useState<MailedLink<Answer>>({ state: 'sending' })
  const begun = useRef(false)
  useEffect(reloadForTokens, [])

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    loadToaster().catch(() => {})
    const token = takeTokenFromAddress()
    if (!token?.trim()) return setLink(rememberedEnd<Answer>() ?? { state: 'none' })
    const page = location.pathname

    async function deliver(given: string): Promise<void> {
      setLink({ state: 'sending' })
      try {
        const answer = await send(given)
        end({ state: 'done', answer })
        done?.()
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code !== null && FOR_GOOD.has(code)) end({ state: 'refused', code })
        else setLink({ state: 'failed', error, retry: () => void deliver(given) })
      }
    }

    function end(how: LinkEnd<Answer>): void {
      rememberEnd(page, how)
      setLink(how)
    }

    void deliver(token.trim())
  }, [send, done])

  return link
}

/** What a mail's link has done, or why it cannot: it was used, is too old, or is none. */
type LinkEnd<Answer> = { state: 'done'; answer: Answer } | { state: 'refused'; code: ErrorCode }

/** Stores the result in the page's own history entry: no other tab and no other page has it. */
function rememberEnd<Answer>(page: string, end: LinkEnd<Answer>): void {
  // After a navigation the current entry is another page's.
  if (location.pathname === page) history.replaceState({ ...history.state, mailedLink: end }, '')
}

/** The result stored in this entry, if there is one. */
function rememberedEnd<Answer>(): LinkEnd<Answer> | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('mailedLink' in state)) return null
  return state.mailedLink as LinkEnd<Answer>
}
