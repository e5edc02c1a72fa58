import type { User } from '@kerf/contract/auth'
import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from './session.ts'
import { withSession } from './with-session.ts'

const ANNA = { id: 'a', name: 'Anna', role: 'user', subscription: 'free' } as User
const BERT = { ...ANNA, id: 'b', name: 'Bert' }

const refusal = (status: number, code: ErrorCode) => new ApiError(status, JSON.stringify({ error: '', code }), null)
const refusedBy = (error: Error) => () => Promise.reject(error)

describe('a call by the signed-in user', () => {
  beforeEach(() => session.set(ANNA))

  it.each([refusal(401, 'not_signed_in'), refusal(403, 'account_suspended')])(
    'ends the session if the server answers "$message"',
    async (error) => {
      await expect(withSession(refusedBy(error))).rejects.toBe(error)
      expect(session.current().state).toBe('signed_out')
    },
  )

  it.each([
    refusal(403, 'wrong_password'),
    refusal(401, 'wrong_code'),
    refusal(403, 'needs_admin'),
    new ApiError(401, 'a proxy says no', null),
    new OfflineError('No answer.'),
  ])('keeps the session if it fails with "$message"', async (error) => {
    await expect(withSession(refusedBy(error))).rejects.toBe(error)
    expect(session.current().state).toBe('signed_in')
  })

  it('does not end the session of another user who has signed in meanwhile', async () => {
    const answer = Promise.withResolvers<never>()
    const callAsPerson = withSession(() => answer.promise)
    session.set(BERT)
    answer.reject(refusal(401, 'not_signed_in'))
    await expect(callAsPerson).rejects.toThrow()
    expect(session.current()).toMatchObject({ user: { name: 'Bert' } })
  })
})
