import { expect, it } from 'vitest'
import { playerCommand, readPlayerReport, youtubeFrameAddress } from './youtube-frame.ts'

it("YouTube's player opens at the start, accepts commands of this page, and exists for YouTube videos only", () => {
  const address = youtubeFrameAddress('https://youtu.be/n0rthC0astR', 10.7, 'https://kerf.example')
  expect(address).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/n0rthC0astR\?enablejsapi=1&/)
  expect(new URL(address!).searchParams.get('origin')).toBe('https://kerf.example')
  expect(new URL(address!).searchParams.get('start')).toBe('10')
  expect(youtubeFrameAddress('https://example.org/x.mp4', 0, 'https://kerf.example')).toBeNull()
})

it("commands have the player's format", () => {
  expect(JSON.parse(playerCommand('seekTo', [12.5, true]))).toEqual({
    event: 'command',
    func: 'seekTo',
    args: [12.5, true],
  })
})

it('reports give time and state; buffering, other messages and other senders are ignored', () => {
  const readReport = (message: unknown) => readPlayerReport(JSON.stringify(message))
  expect(readReport({ event: 'infoDelivery', info: { currentTime: 3.25, playerState: 1 } })).toEqual({
    currentTime: 3.25,
    isPlaying: true,
  })
  expect(readReport({ event: 'initialDelivery', info: { currentTime: 0, playerState: -1 } })).toEqual({
    currentTime: 0,
  })
  expect(readReport({ event: 'onStateChange', info: 2 })).toEqual({ isPlaying: false })
  expect(readReport({ event: 'onStateChange', info: 3 })).toEqual({})
  expect(readReport({ event: 'onReady' })).toEqual({})
  const foreignMessages = [
    null,
    7,
    [],
    'text',
    { event: 'infoDelivery' },
    { event: 'infoDelivery', info: 'x' },
    { info: {} },
  ]
  expect(foreignMessages.map(readReport)).toEqual(foreignMessages.map(() => null))
  expect(readReport({ event: 'infoDelivery', info: { currentTime: '3', playerState: 'x' } })).toEqual({})
  expect([readPlayerReport('{'), readPlayerReport({ event: 'onReady' })]).toEqual([null, null])
})
