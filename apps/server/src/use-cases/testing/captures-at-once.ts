import { expect } from 'vitest'
import type { CashDesk } from './cash-desk.ts'

const PRESSED = 50
const COMPLETED = { ok: true, value: { status: 'COMPLETED' } }

/** Whoever presses fifty times at once pays once, gets one entry in the ledger, and is told the same each time. */
export async function expectOnePayment(desk: CashDesk): Promise<void> {
  const anna = await desk.buyer()
  const id = await desk.approved(anna)
  const answers = await Promise.all(Array.from({ length: PRESSED }, () => desk.captureOrder(anna, id)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(COMPLETED)]))
  const entries = await desk.database.records.ledger.listFor(anna.id)
  expect(entries.map(({ kind }) => kind)).toEqual(['purchase'])
  expect(desk.provider.order(id).captures).toHaveLength(1)
  const asked = desk.provider.asked.length
  expect(await desk.captureOrder(anna, id)).toEqual(COMPLETED)
  expect(desk.provider.asked).toHaveLength(asked)
}

/** Of several orders of which each would make the others worthless, one is paid. */
export async function expectOneOfTwoPlans(desk: CashDesk): Promise<void> {
  const anna = await desk.buyer()
  const ids = [await desk.approved(anna, 'lifetime'), await desk.approved(anna, 'lifetime'), await desk.approved(anna)]
  const answers = await Promise.all(ids.map((id) => desk.captureOrder(anna, id)))
  expect(answers.filter(({ ok }) => ok)).toEqual([COMPLETED])
  expect(ids.filter((id) => desk.provider.heldCents(id) > 0)).toHaveLength(1)
  expect((await desk.account(anna.id)).subscription).toBe('lifetime')
}
