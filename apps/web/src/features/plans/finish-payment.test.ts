import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { describe, expect, it } from 'vitest'
import { finishPayment } from './finish-payment.ts'

const REPORT = { orderId: '5O190127TN364715T', planId: 'pro-yearly', userId: 'anna', orderData: {} } as const

const refusal = (code: ErrorCode) => new ApiError(402, JSON.stringify({ error: 'Not now.', code }), null)

/** Finishes a payment. The capture gives these answers one after the other, and then repeats the last one. */
async function finishWith(answers: { capture: string | Error | (string | Error)[]; report?: Error }) {
  const captures = [answers.capture].flat()
  let captureCalls = 0
  let reports = 0
  const end = await finishPayment(REPORT, {
    captureOrder: async () => {
      const answer = captures[Math.min(captureCalls++, captures.length - 1)]!
      if (typeof answer !== 'string') throw answer
      return answer
    },
    reportPayment: async () => {
      reports += 1
      if (answers.report) throw answers.report
    },
  })
  return { end, captureCalls, reports }
}

describe('an approved payment', () => {
  it('is paid once it is captured and reported', async () => {
    expect(await finishWith({ capture: 'COMPLETED' })).toEqual({ end: 'paid', captureCalls: 1, reports: 1 })
  })

  it.each([
    ['PENDING', 'pending'],
    ['DECLINED', 'declined'],
    ['FAILED', 'declined'],
    ['VOIDED', 'declined'],
  ])("with the provider's status %s is %s, and no success is reported", async (capture, end) => {
    expect(await finishWith({ capture })).toEqual({ end, captureCalls: 1, reports: 0 })
  })

  it('fails or is pending if the server says so', async () => {
    expect(await finishWith({ capture: refusal('payment_failed') })).toEqual({
      end: 'failed',
      captureCalls: 1,
      reports: 0,
    })
    expect(await finishWith({ capture: refusal('payment_pending') })).toEqual({
      end: 'pending',
      captureCalls: 1,
      reports: 0,
    })
  })

  it('takes nothing from a buyer who already has the plan', async () => {
    expect(await finishWith({ capture: refusal('plan_owned') })).toEqual({ end: 'owned', captureCalls: 1, reports: 0 })
  })

  it.each([
    ['the connection broke', new OfflineError('gone')],
    ['a proxy answered', new ApiError(502, 'Bad Gateway', null)],
    ['the server failed', refusal('internal')],
  ])('is retried once if %s, and then is unclear, because the money may have been taken', async (_, lostAnswer) => {
    expect(await finishWith({ capture: lostAnswer })).toEqual({ end: 'unclear', captureCalls: 2, reports: 0 })
    expect(await finishWith({ capture: [lostAnswer, 'COMPLETED'] })).toEqual({
      end: 'paid',
      captureCalls: 2,
      reports: 1,
    })
    expect(await finishWith({ capture: [lostAnswer, refusal('payment_failed')] })).toMatchObject({
      end: 'failed',
      captureCalls: 2,
    })
  })

  it('is never called failed once the money was taken', async () => {
    const end = await finishWith({ capture: 'COMPLETED', report: new OfflineError('gone') })
    expect(end).toMatchObject({ end: 'unconfirmed', reports: 1 })
    const pending = await finishWith({ capture: 'COMPLETED', report: refusal('payment_pending') })
    expect(pending).toMatchObject({ end: 'pending', reports: 1 })
  })
})
