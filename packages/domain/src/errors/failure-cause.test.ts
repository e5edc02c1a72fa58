import { describe, expect, it } from 'vitest'
import { failureCause, MAX_CAUSE_LENGTH, scrubCause } from './failure-cause.ts'

describe('the cause of a failure', () => {
  it('includes every nested cause on its own line, without repeats', () => {
    const refusal = Object.assign(new Error('connect ECONNREFUSED 203.0.113.5:443'), { code: 'ECONNREFUSED' })
    const fetching = new TypeError('fetch failed', { cause: refusal })
    const reading = new Error('The source broke off.', { cause: fetching })
    const working = new Error('The source broke off.', { cause: reading })
    expect(failureCause(working)).toBe(
      'The source broke off.\nTypeError: fetch failed\nconnect ECONNREFUSED 203.0.113.5:443',
    )
  })

  it('is read from aggregated errors, from codes only, and from circular ones', () => {
    const aggregate = new AggregateError([new Error('first way'), new Error('second way')], '')
    expect(failureCause(aggregate)).toBe('first way\nsecond way')
    expect(failureCause(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }))).toBe(
      'The source closed the connection.',
    )
    const circle = new Error('round')
    circle.cause = circle
    expect(failureCause(circle)).toBe('round')
    expect(failureCause('a word')).toBe('a word')
    expect([failureCause(null), failureCause(undefined), failureCause({}), failureCause(7)]).toEqual(['', '', '', '7'])
  })

  it('is limited in length, and keeps its beginning and end', () => {
    const long = failureCause(new Error(`It began here. ${'😀 noise '.repeat(400)}It ended there.`))
    expect(long.length).toBeLessThanOrEqual(MAX_CAUSE_LENGTH)
    expect(long).toMatch(/^It began here\. .* … .* It ended there\.$/)
    expect(long.isWellFormed()).toBe(true)
    const endless = new Error('0')
    let lastError = endless
    for (let depth = 1; depth < 50; depth++) {
      const nextError = new Error(`cause ${depth}`)
      lastError.cause = nextError
      lastError = nextError
    }
    expect(failureCause(endless).split('\n')).toHaveLength(8)
  })

  it('contains no source locations', () => {
    const error = new Error(
      'Error: No frames.\n    at decode (file:///srv/kerf/packages/cutter/src/a.ts:3:9)\n    at async x',
    )
    expect(failureCause(error)).toBe('Error: No frames.')
    expect(
      scrubCause(
        'FATAL ERROR: JavaScript heap out of memory\n----- Native stack trace -----\n\n 1: 0xb76dc0 node::OOM',
      ),
    ).toBe('FATAL ERROR: JavaScript heap out of memory')
  })
})

describe('a cause contains no secret:', () => {
  it.each([
    ['GET https://cdn.example/video.mp4?token=s3cret&x=1#t', 'GET https://cdn.example/video.mp4'],
    ['403 of (https://cdn.example/video.mp4?Signature=s3cret).', '403 of (https://cdn.example/video.mp4'],
    ['See https://cdn.example/video.mp4.', 'See https://cdn.example/video.mp4.'],
    ['via http://kerf:s3cret@127.0.0.1:4711', 'via http://127.0.0.1:4711'],
    [
      'https://r1.googlevideo.com/videoplayback/expire/1/sig/s3cret/x failed',
      'https://r1.googlevideo.com/videoplayback failed',
    ],
    [`https://cdn.example/${'a1'.repeat(30)}/video.mp4`, 'https://cdn.example/…/video.mp4'],
    ['range of /video.mp4?expires=1&sig=s3cret refused', 'range of …/video.mp4?… refused'],
    ['Cookie: SID=s3cret; HSID=more', 'Cookie: …'],
    ['sent authorization: Bearer s3cret.s3cret', 'sent authorization: …'],
    ['Bearer s3crets3cret was refused', 'Bearer … was refused'],
    ['password=s3cret and token: "s3cret s3cret"', 'password=… and token: …'],
    ["ENOSPC: no space left, write '/srv/kerf/data/scratch/abc.mp4'", "ENOSPC: no space left, write '…/abc.mp4'"],
    ['spawn /home/anna/bin/yt-dlp ENOENT', 'spawn …/yt-dlp ENOENT'],
    ['open C:\\Users\\anna\\video.mp4 failed', 'open …/video.mp4 failed'],
    ['at file:///srv/s3cret/kerf/a.ts:3', ''],
    [
      'Failed query: update "clips" set "status" = $1\nparams: failed,s3cret\nmore s3cret',
      'Failed query: update "clips" set "status" = $1',
    ],
    ['\u001b[0;31mERROR:\u001b[0m it\u0000 broke\u202e', 'ERROR: it broke'],
  ])('%s', (text, scrubbed) => {
    expect(scrubCause(text)).toBe(scrubbed)
    expect(failureCause(new Error('outside', { cause: new Error(text) }))).not.toContain('s3cret')
  })

  it.each([
    'ERROR: [youtube] dQw4w9WgXcQ: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies',
    'The media process ended by SIGKILL.',
    'HTTP Error 403: Forbidden',
    '2/3 of the frames, 24000/1001 a second, video/mp4',
    'no progress for 60 s',
  ])('a harmless text stays: %s', (text) => expect(scrubCause(text)).toBe(text))
})
