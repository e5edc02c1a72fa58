import { expect } from 'vitest'
import type { CashDesk } from './cash-desk.ts'

const PRESSED = 50
const COMPLETED = { ok: true, value: { status: 'COMPLETED' } }

/** Whoever presses fifty times at once pays once, gets one entry in the ledger, and gets the same answer each time. */
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

/**
 * Nobody pays for what another payment makes worthless: of two orders for everything one is paid, and one for a month only if it was
 * paid for before that had begun.
 */
export async function expectOneOfTwoPlans(desk: CashDesk): Promise<void> {
  const anna = await desk.buyer()
  const ids = [await desk.approved(anna, 'lifetime'), await desk.approved(anna, 'lifetime'), await desk.approved(anna)]
  const answers = await Promise.all(ids.map((id) => desk.captureOrder(anna, id)))
  for (const [at, answer] of answers.entries()) {
    if (answer.ok) expect(answer).toEqual(COMPLETED)
    else expect(['plan_owned', 'payment_pending']).toContain(answer.code)
    expect(desk.provider.heldCents(ids[at] as string) > 0).toBe(answer.ok)
  }
  const entries = await desk.database.records.ledger.listFor(anna.id)
  const paid = entries.map((entry) => (entry.kind === 'purchase' ? entry.plan : entry.kind))
  expect([['lifetime'], ['pro-monthly'], ['pro-monthly', 'lifetime']]).toContainEqual(paid)
  expect(paid).toHaveLength(answers.filter(({ ok }) => ok).length)
  expect((await desk.account(anna.id)).subscription).toBe(paid.at(-1))
}
