import { readInvitation } from '@kerf/contract/entry-links'
import { callApi } from '@kerf/contract/protocol/client'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import type { InvitationState } from '@kerf/domain/access/access-mode'
import { useCallback, useEffect, useState } from 'react'
import { reloadForTokens, tokenOfPage } from '../../browser/mailed-token.ts'

export interface OpenInvitation extends Omit<AnswerOf<typeof readInvitation>, 'state'> {
  token: string
}

type Invitation =
  /** The address has not been read yet, as on a prerendered page. */
  | { state: 'unread' }
  /** The page was opened without an invitation. */
  | { state: 'none' }
  | { state: 'looking' }
  | ({ state: 'open' } & OpenInvitation)
  | { state: 'ended'; how: Exclude<InvitationState, 'open'> }
  /** The lookup failed. */
  | { state: 'failed'; error: unknown }

/** Invitation with which the page was opened. It is looked up before anybody fills in the form. */
export function useInvitation(): { invitation: Invitation; lookAgain: () => void } {
  const [invitation, setInvitation] = useState<Invitation>({ state: 'unread' })
  const lookUp = useCallback(async () => {
    const token = tokenOfPage()
    if (token === null) {
      setInvitation({ state: 'none' })
      return
    }
    setInvitation({ state: 'looking' })
    try {
      const { state, ...terms } = await callApi(readInvitation, { body: { token } })
      setInvitation(state === 'open' ? { state, token, ...terms } : { state: 'ended', how: state })
    } catch (error) {
      setInvitation({ state: 'failed', error })
    }
  }, [])
  useEffect(reloadForTokens, [])
  useEffect(() => void lookUp(), [lookUp])
  return { invitation, lookAgain: () => void lookUp() }
}
