import { describe, expect, it } from 'vitest'
import { AccountsBusyError } from '../../ports/accounts.ts'
import { rationedBy } from '../../ports/rationed-by.ts'
import { createPasswordHasher } from './password-hasher.ts'

describe('passwords', () => {
  it('are hashed and checked', async () => {
    const hasher = createPasswordHasher()
    const hash = await hasher.hash('a strip of video')
    expect(await hasher.verify({ hash, password: 'a guess' })).toBe(false)
    expect(await hasher.verify({ hash, password: 'a strip of video' })).toBe(true)
  })

  it('are verified against hashes of better-auth 1.7.25, in each Unicode form', async () => {
    const hasher = createPasswordHasher()
    const hash =
      '60b556f5f4a4c441249516791ecffffd:7b07ffa9923e61fc4d820ccf388a75d1b872ca079be29228dbfd3521b21277760728328e52a833862a0618c6716a4feae46fcf7d8a86ad8fa49c1902d9fb7d55'
    expect(await hasher.verify({ hash, password: 'a strip of v\u00eddeo' })).toBe(true)
    expect(await hasher.verify({ hash, password: 'a strip of vi\u0301deo' })).toBe(true)
    expect(await hasher.verify({ hash, password: 'a strip of video' })).toBe(false)
    await expect(hasher.verify({ hash: 'damaged', password: '' })).rejects.toThrow('not one of ours')
  })

  it('are refused at once when too many wait', async () => {
    // The hashes are fake, because sixty real ones take six seconds.
    const hasher = createPasswordHasher({
      hash: async (password) => `hash of ${password}`,
      verify: async ({ hash, password }) => hash === `hash of ${password}`,
    })
    const hash = await hasher.hash('a strip of video')
    const checks = Array.from({ length: 60 }, (_, index) =>
      hasher.verify({ hash, password: index === 0 ? 'a strip of video' : 'a guess' }),
    )
    const [first, ...furtherResults] = await Promise.allSettled(checks)
    expect(first).toMatchObject({ status: 'fulfilled', value: true })
    const refusals = furtherResults.filter((outcome) => outcome.status === 'rejected')
    expect(refusals).toHaveLength(20)
    for (const { reason } of refusals) expect(reason).toBeInstanceOf(AccountsBusyError)
    expect(await hasher.verify({ hash, password: 'a strip of video' })).toBe(true)
  })

  it('queue per IP address: another address comes next, even if the queue is full', async () => {
    const begunPasswords: string[] = []
    const firstHash = Promise.withResolvers<string>()
    const hasher = createPasswordHasher({
      hash: (password) => {
        begunPasswords.push(password)
        return begunPasswords.length === 1 ? firstHash.promise : Promise.resolve(password)
      },
      verify: async () => true,
    })
    const floodHashes = Array.from({ length: 60 }, (_, nth) =>
      rationedBy('192.0.2.1', () => hasher.hash(`flood ${nth}`)),
    )
    const honestHash = rationedBy('192.0.2.2', () => hasher.hash('honest'))
    const floodResults = Promise.allSettled(floodHashes)
    firstHash.resolve('hashed')
    expect(await honestHash).toBe('honest')
    expect(begunPasswords.indexOf('honest')).toBeLessThan(3)
    expect((await floodResults).filter(({ status }) => status === 'rejected')).toHaveLength(21)
  })

  it('are hashed one at a time, in order of arrival', async () => {
    const hasher = createPasswordHasher()
    const order: number[] = []
    await Promise.all([1, 2, 3].map((nth) => hasher.hash(`password ${nth}`).then(() => order.push(nth))))
    expect(order).toEqual([1, 2, 3])
  })
})
