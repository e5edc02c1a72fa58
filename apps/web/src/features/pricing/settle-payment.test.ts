import { ApiError, OfflineError } from '@kerf/contract/client'
import type { ErrorCode } from '@kerf/domain/error-codes'
import { describe, expect, it } from 'vitest'
import { settlePayment } from './settle-payment.ts'

const REPORT = { orderId: '5O190127TN364715T', planId: 'pro-yearly', userId: 'anna', orderData: {} } as const

const refusal = (code: ErrorCode) => new ApiError(402, JSON.stringify({ error: 'Not now.', code }), null)

async function settleWith(answers: { capture: string | Error; report?: Error }) {
  let reports = 0
  const end = await settlePayment(REPORT, {
    captureOrder: async () => {
      if (typeof answers.capture !== 'string') throw answers.capture
      return answers.capture
    },
    reportPayment: async () => {
      reports += 1
      if (answers.report) throw answers.report
    },
  })
  return { end, reports }
}

describe('a payment that its payer has approved', () => {
  it('is paid once it is captured and reported', async () => {
    expect(await settleWith({ capture: 'COMPLETED' })).toEqual({ end: 'paid', reports: 1 })
  })

  it.each([
    ['PENDING', 'pending'],
    ['DECLINED', 'declined'],
    ['FAILED', 'declined'],
    ['VOIDED', 'declined'],
  ])('that the provider calls %s is %s, and no success is reported', async (capture, end) => {
    expect(await settleWith({ capture })).toEqual({ end, reports: 0 })
  })

  it('has failed when the server says so, and is pending when it says that', async () => {
    expect(await settleWith({ capture: refusal('payment_failed') })).toEqual({ end: 'failed', reports: 0 })
    expect(await settleWith({ capture: refusal('payment_pending') })).toEqual({ end: 'pending', reports: 0 })
  })

  it('is unclear, not failed, when nobody answers: the money may have been taken', async () => {
    expect(await settleWith({ capture: new OfflineError('gone') })).toEqual({ end: 'unclear', reports: 0 })
    const proxyPage = new ApiError(502, 'Bad Gateway', null)
    expect(await settleWith({ capture: proxyPage })).toEqual({ end: 'unclear', reports: 0 })
  })

  it('is never called failed once the money was taken', async () => {
    const end = await settleWith({ capture: 'COMPLETED', report: new OfflineError('gone') })
    expect(end).toEqual({ end: 'unconfirmed', reports: 1 })
  })
})
