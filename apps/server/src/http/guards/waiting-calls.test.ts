import { describe, expect, it } from 'vitest'
import type { ViewerRecord } from '../../ports/clips.ts'
import { createWaitCounter } from './waiting-calls.ts'

const viewerOf = (id: string) => ({ id }) as ViewerRecord
const beginWaits = (
  count: ReturnType<typeof createWaitCounter>,
  times: number,
  ip: (index: number) => string,
  viewer = '',
) =>
  Array.from({ length: times }, (_, index) =>
    count.begin({ ip: ip(index), viewer: viewer === '' ? viewerOf(`${ip(index)} ${index}`) : viewerOf(viewer) }),
  )

describe('calls that wait for a clip', () => {
  it('are limited to four per viewer, and another may start once one ends', () => {
    const waitCounter = createWaitCounter()
    const calls = beginWaits(waitCounter, 5, (index) => `192.0.2.${index}`, 'anna')
    expect(calls.map((end) => end !== null)).toEqual([true, true, true, true, false])
    calls[0]?.()
    expect(beginWaits(waitCounter, 2, () => '192.0.2.9', 'anna').map((end) => end !== null)).toEqual([true, false])
  })

  it('are limited to twenty per IP address', () => {
    expect(beginWaits(createWaitCounter(), 25, () => '192.0.2.1').filter((end) => end)).toHaveLength(20)
  })

  it('of one IPv6 customer leave room for others, however many blocks it calls from', () => {
    const waitCounter = createWaitCounter()
    const blockOf = (index: number): string => `2001:db8:1:${(index % 256).toString(16)}00::1`
    expect(beginWaits(waitCounter, 2000, blockOf).filter((end) => end)).toHaveLength(60)
    expect(beginWaits(waitCounter, 1, () => '2001:db8:2::1')[0]).not.toBeNull()
  })
})
