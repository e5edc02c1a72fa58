import { describe, expect, it } from 'vitest'
import { createUrlWaits } from './url-waits.ts'

const signal = new AbortController().signal

describe('a URL that becomes available later', () => {
  it('is awaited as long as needed, and not again', async () => {
    let now = 1000
    const pauses: number[] = []
    const wait = async (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds)
      now += milliseconds
    }
    const urlWaits = createUrlWaits({ now: () => now, wait })
    urlWaits.remember(new Map([['later', 6000]]))
    await urlWaits.untilAvailable('at once', signal)
    await urlWaits.untilAvailable('later', signal)
    await urlWaits.untilAvailable('later', signal)
    expect(pauses).toEqual([5000])
  })

  it('is not awaited if that takes too long', async () => {
    const urlWaits = createUrlWaits()
    urlWaits.remember(new Map([['a', Date.now() + 3_600_000]]))
    await expect(urlWaits.untilAvailable('a', signal)).rejects.toMatchObject({ code: 'source_timeout' })
  })

  it('is no longer awaited once the caller aborts', async () => {
    const controller = new AbortController()
    const urlWaits = createUrlWaits()
    urlWaits.remember(new Map([['a', Date.now() + 20_000]]))
    const availability = urlWaits.untilAvailable('a', controller.signal)
    controller.abort(new Error('gone'))
    await expect(availability).rejects.toThrow('gone')
  })
})
