import { describe, expect, it } from 'vitest'
import { openTestBackend } from '../testing/test-backend.ts'

const backend = await openTestBackend()

describe('a caller who tries again and again', () => {
  const { limits } = backend
  let people = 0

  function somebody() {
    people += 1
    return { kind: 'sign_in', of: `somebody ${people}` } as const
  }

  it('does not wait longer because they try during the wait', async () => {
    const attempt = somebody()
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++) await limits.take([attempt])
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++)
      expect(await limits.take([attempt])).toMatchObject({ retryAfterSeconds: 5 })
  })

  it('gains nothing by fifty simultaneous attempts', async () => {
    const attempt = somebody()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => limits.take([attempt])))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5)
  })

  it('is counted under each of their names, and under no others', async () => {
    const [firstPerson, secondPerson] = [somebody(), somebody()]
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++) await limits.take([firstPerson])
    expect(await limits.take([secondPerson])).toMatchObject({ ok: true })
    expect(await limits.take([firstPerson, secondPerson])).toMatchObject({ ok: false })
  })

  it('starts afresh after a success, and after a long pause', async () => {
    const attempt = somebody()
    for (let attemptIndex = 0; attemptIndex < 6; attemptIndex++) await limits.take([attempt])
    await limits.forget([attempt])
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++)
      expect(await limits.take([attempt])).toMatchObject({ ok: true })
    backend.clock.pass(3600)
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++)
      expect(await limits.take([attempt])).toMatchObject({ ok: true })
  })
})
