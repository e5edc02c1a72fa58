import { describe, expect, it } from 'vitest'
import { parseCaptionsInThread } from './parse-in-thread.ts'

const { signal } = new AbortController()
const sizeBytes = 8 * 1024 * 1024
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const SLOW_CAPTIONS = toBytes(`WEBVTT\n\n${'0:0.1 --> 9:00.0\na\nb\n'.repeat(sizeBytes / 22)}`)

describe('untrusted captions', () => {
  it('are parsed alike, small or large', async () => {
    const cue = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHéllo\n\n'
    const cues = [{ startTime: 1, endTime: 2, text: 'Héllo' }]
    expect(await parseCaptionsInThread(toBytes(cue), signal)).toEqual(cues)
    expect(await parseCaptionsInThread(toBytes(`${cue}NOTE ${'x'.repeat(sizeBytes - 100)}`), signal)).toEqual(cues)
    expect(await parseCaptionsInThread(toBytes(`<p>${'x'.repeat(sizeBytes - 100)}`), signal)).toBeNull()
  })

  it('do not block the event loop while they are parsed', async () => {
    let isRead = false
    const reading = parseCaptionsInThread(SLOW_CAPTIONS, signal).finally(() => {
      isRead = true
    })
    // Number of event loop turns during the parse. The process could answer another call in each of them.
    let turns = 0
    while (!isRead) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    await reading
    expect(turns).toBeGreaterThan(20)
  })

  it('are no longer parsed once the caller aborts', async () => {
    const cancellation = new AbortController()
    const reading = parseCaptionsInThread(SLOW_CAPTIONS, cancellation.signal)
    cancellation.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    await expect(parseCaptionsInThread(SLOW_CAPTIONS, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(await parseCaptionsInThread(SLOW_CAPTIONS, signal)).not.toBeNull()
  })
})
