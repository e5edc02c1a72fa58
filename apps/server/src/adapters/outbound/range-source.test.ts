import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { failureOf, type LoopbackSite, openFetcher, startLoopbackSite } from './loopback-site.fixture.ts'
import { openRangeSource, type RangeSourceOptions } from './range-source.ts'
import { RangesUnsupportedError } from './source-answer-error.ts'

const FILE_BYTES = randomBytes(300_000)
const HEAD_BYTES = 65_536
const signal = new AbortController().signal
/** Long enough for the first answer on a busy machine. Deliberate stalls end after it. */
const SHORT_STALL_OPTIONS = { stallMilliseconds: 500 }

interface RequestedPart {
  start: number
  end: number
  /** Index of the request, from 0. */
  index: number
}
type TestOptions = RangeSourceOptions & { stallMilliseconds?: number }
type Misbehaviour = (part: RequestedPart, ...server: Parameters<RequestListener>) => boolean

/** A file server with ranges. If `misbehave` returns true, it has answered a request itself. */
async function openFile(misbehave: Misbehaviour = () => false, options: TestOptions = {}) {
  let index = 0
  const site = await startLoopbackSite((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = { start: Number(first), end: Math.min(Number(last) + 1, FILE_BYTES.length), index }
    index += 1
    if (misbehave(part, request, response)) return
    const contentRange = `bytes ${part.start}-${part.end - 1}/${FILE_BYTES.length}`
    response.writeHead(206, { 'content-range': contentRange, etag: '"one"' })
    response.end(FILE_BYTES.subarray(part.start, part.end))
  })
  return { site, open: () => openAt(site, `${site.origin}/file.mp4`, options) }
}

function openAt(site: LoopbackSite, url: string, { stallMilliseconds = 20_000, ...options }: TestOptions = {}) {
  const fetcher = openFetcher({ allow: [site.exemption], limits: { stallMilliseconds } })
  return openRangeSource(fetcher, url, { 'x-client': 'kerf' }, signal, options)
}

const rangesOf = (site: LoopbackSite): (string | undefined)[] => site.requests.map(({ headers }) => headers.range)

describe('a remote file', () => {
  it('has its size with its first bytes, which are not fetched again', async () => {
    const { site, open } = await openFile()
    const source = await open()
    expect(source.sizeBytes).toBe(FILE_BYTES.length)
    expect(Buffer.from(await source.read(10, 60_000)).equals(FILE_BYTES.subarray(10, 60_000))).toBe(true)
    expect(await source.read(5, 5)).toHaveLength(0)
    expect(rangesOf(site)).toEqual(['bytes=0-65535'])
    expect(site.requests[0]!.headers['x-client']).toBe('kerf')
  })

  it('returns exactly the requested bytes, and fetches only those that it lacks', async () => {
    const { site, open } = await openFile()
    const source = await open()
    expect(Buffer.from(await source.read(60_000, 70_000)).equals(FILE_BYTES.subarray(60_000, 70_000))).toBe(true)
    expect(Buffer.from(await source.read(299_999, 300_000)).equals(FILE_BYTES.subarray(299_999))).toBe(true)
    expect(rangesOf(site).slice(1)).toEqual(['bytes=65536-69999', 'bytes=299999-299999'])
  })

  it('keeps its identity while its server reports the same version', async () => {
    const { open } = await openFile()
    const identity = (await open()).identity
    expect(identity).toMatch(/^[\w+/=]{44}$/)
    expect((await open()).identity).toBe(identity)
    const answers = [{ etag: '"two"' }, { 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' }, { etag: 'W/"one"' }, {}]
    const identities: (string | undefined)[] = []
    for (const headers of answers) {
      const secondFile = await openFile(({ start, end }, _request, response) => {
        response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${FILE_BYTES.length}`, ...headers })
        response.end(FILE_BYTES.subarray(start, end))
        return true
      })
      identities.push((await secondFile.open()).identity)
    }
    expect(identities).toEqual([expect.any(String), expect.any(String), undefined, undefined])
  })

  it('is fetched in pieces if the read is large', async () => {
    const { site, open } = await openFile(undefined, { maxRequestBytes: 100_000 })
    const source = await open()
    expect(Buffer.from(await source.read(0, FILE_BYTES.length)).equals(FILE_BYTES)).toBe(true)
    expect(rangesOf(site).slice(1)).toEqual(['bytes=65536-165535', 'bytes=165536-265535', 'bytes=265536-299999'])
  })

  it.each([
    [-1, 5],
    [5, 4],
    [0, 300_001],
    [0.5, 2],
  ])('has no bytes %d..%d', async (start, end) => {
    const { open } = await openFile()
    const source = await open()
    await expect(source.read(start, end)).rejects.toThrow(RangeError)
  })

  it('refuses a read that is larger than any index, whatever size the server reports', async () => {
    const site = await startLoopbackSite((_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-4/8000000000000' }).end('hello')
    })
    const source = await openAt(site, site.origin)
    await expect(source.read(0, 400 * 1024 * 1024)).rejects.toThrow(RangeError)
    expect(site.requests).toHaveLength(1)
  })

  it('reports received bytes during a read', async () => {
    const { open } = await openFile()
    const source = await open()
    const counts: number[] = []
    await source.read(60_000, 300_000, signal, (count) => counts.push(count))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300_000 - 65_536)
    expect(counts.length).toBeGreaterThan(1)
  })

  it('may be smaller than its first request', async () => {
    const site = await startLoopbackSite((_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-4/5' }).end('hello')
    })
    const source = await openAt(site, site.origin)
    expect(Buffer.from(await source.read(1, 5)).toString()).toBe('ello')
  })
})

describe('a read that breaks', () => {
  const breakAfter = (bytes: number, breaks: number): Misbehaviour => {
    return ({ start, end, index }, _request, response) => {
      if (index === 0 || index > breaks) return false
      response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${FILE_BYTES.length}`, etag: '"one"' })
      response.write(FILE_BYTES.subarray(start, start + bytes), () => response.destroy())
      return true
    }
  }

  it('continues from the byte where it broke', async () => {
    const { site, open } = await openFile(breakAfter(40_000, 2))
    const source = await open()
    expect(Buffer.from(await source.read(100_000, 250_000)).equals(FILE_BYTES.subarray(100_000, 250_000))).toBe(true)
    expect(rangesOf(site).slice(1)).toEqual(['bytes=100000-249999', 'bytes=140000-249999', 'bytes=180000-249999'])
  })

  it('fails after the third break', async () => {
    const { site, open } = await openFile(breakAfter(10, 99))
    const source = await open()
    expect((await failureOf(source.read(100_000, 250_000))).code).toBe('source_failed')
    expect(site.requests).toHaveLength(1 + 3)
  })

  it('continues after a response shorter than requested, and after a server error', async () => {
    const { open } = await openFile(({ start, index }, _request, response) => {
      if (index === 1) response.writeHead(503).end()
      else if (index === 2) {
        response.writeHead(206, { 'content-range': `bytes ${start}-${start + 9}/${FILE_BYTES.length}`, etag: '"one"' })
        response.end(FILE_BYTES.subarray(start, start + 10))
      } else return false
      return true
    })
    const source = await open()
    expect(Buffer.from(await source.read(70_000, 80_000)).equals(FILE_BYTES.subarray(70_000, 80_000))).toBe(true)
  })

  it('times out if it stalls each time', async () => {
    const { open } = await openFile(({ start, end, index }, _request, response) => {
      if (index === 0) return false
      response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/${FILE_BYTES.length}`, etag: '"one"' })
      response.write(FILE_BYTES.subarray(start, start + 1))
      return true
    }, SHORT_STALL_OPTIONS)
    const source = await open()
    expect((await failureOf(source.read(70_000, 80_000))).code).toBe('source_timeout')
  })

  it('ends at once with the reason of its own signal', async () => {
    const controller = new AbortController()
    const { open } = await openFile(({ index }, _request, response) => {
      if (index === 0) return false
      response.writeHead(500).end()
      controller.abort(new Error('never mind'))
      return true
    })
    const source = await open()
    await expect(source.read(70_000, 80_000, controller.signal)).rejects.toThrow('never mind')
  })
})

describe('an expired address', () => {
  it.each([403, 410])('asks for a fresh resolution if it answers %d', async (status) => {
    const expiredFile = await openFile((_part, _request, response) => {
      response.writeHead(status).end()
      return true
    })
    const message = `The source answered with status ${status}: refused, or the address has expired.`
    expect(await failureOf(expiredFile.open())).toMatchObject({ code: 'source_failed', expired: true, message })
    expect(expiredFile.site.requests).toHaveLength(1)

    const expiringFile = await openFile(({ index }, _request, response) => {
      if (index === 0) return false
      response.writeHead(status).end()
      return true
    })
    const source = await expiringFile.open()
    expect(await failureOf(source.read(70_000, 80_000))).toMatchObject({ code: 'source_failed', expired: true })
    expect(expiringFile.site.requests).toHaveLength(2)
  })

  it('is an ordinary failure if there never was a file', async () => {
    const { site, open } = await openFile((_part, _request, response) => {
      response.writeHead(404).end()
      return true
    })
    expect(await failureOf(open())).toMatchObject({ code: 'source_failed', expired: false })
    expect(site.requests).toHaveLength(1)
  })
})

describe('a changed file', () => {
  const answers: Record<string, (part: RequestedPart) => { status: number; range: string; etag: string }> = {
    'another range': ({ start, end }) => ({
      status: 206,
      range: `bytes ${start + 1}-${end - 1}/300000`,
      etag: '"one"',
    }),
    'more than the range': ({ start, end }) => ({ status: 206, range: `bytes ${start}-${end}/300000`, etag: '"one"' }),
    'another size': ({ start, end }) => ({ status: 206, range: `bytes ${start}-${end - 1}/300001`, etag: '"one"' }),
    'an unknown size': ({ start, end }) => ({ status: 206, range: `bytes ${start}-${end - 1}/*`, etag: '"one"' }),
    'another version': ({ start, end }) => ({ status: 206, range: `bytes ${start}-${end - 1}/300000`, etag: '"two"' }),
    'a range that is none': () => ({ status: 206, range: 'bytes of it', etag: '"one"' }),
    'the whole file': () => ({ status: 200, range: '', etag: '"one"' }),
    'nothing there any more': () => ({ status: 416, range: 'bytes */7', etag: '"one"' }),
  }
  it.each(Object.keys(answers))('is not read further: %s', async (kind) => {
    const { site, open } = await openFile((part, _request, response) => {
      if (part.index === 0) return false
      const { status, range, etag } = answers[kind]!(part)
      response.writeHead(status, { 'content-range': range, etag }).end('x')
      return true
    })
    const source = await open()
    expect(await failureOf(source.read(70_000, 80_000))).toMatchObject({ code: 'source_failed', expired: false })
    expect(site.requests).toHaveLength(2)
  })

  it.each(['bytes 5-10/300000', 'bytes 0-99999/300000', 'bytes 0-10/*', 'bytes 0-10/5', ''])(
    'is refused if the first answer is %j',
    async (contentRange) => {
      const { open } = await openFile((_part, _request, response) => {
        response.writeHead(206, { 'content-range': contentRange }).end('x')
        return true
      })
      expect((await failureOf(open())).code).toBe('source_failed')
    },
  )
})

describe('a server without ranges', () => {
  it('fails with the first bytes', async () => {
    const { site, open } = await openFile((_part, _request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(Buffer.concat([Buffer.from('<html>'), Buffer.alloc(2 * HEAD_BYTES)]))
      return true
    })
    const error = await failureOf(open())
    expect(error).toBeInstanceOf(RangesUnsupportedError)
    expect(error).toMatchObject({ code: 'unsupported_media' })
    expect((error as RangesUnsupportedError).firstBytes).toHaveLength(HEAD_BYTES)
    expect(site.requests).toHaveLength(1)
  })

  it('may have an empty file', async () => {
    const { open } = await openFile((_part, _request, response) => {
      response.writeHead(416, { 'content-range': 'bytes */0' }).end()
      return true
    })
    expect((await failureOf(open())).code).toBe('not_media')
  })
})

it('a redirect is followed once, and again when its target has expired', async () => {
  let redirectCount = 0
  const { site } = await openFile((_part, request, response) => {
    if (request.url === '/link') {
      redirectCount += 1
      response.writeHead(302, { location: `/place-${redirectCount}` }).end()
      return true
    }
    if (request.url === '/place-1' && site.requests.length > 3) {
      response.writeHead(403).end()
      return true
    }
    return false
  })
  const source = await openAt(site, `${site.origin}/link`)
  await source.read(70_000, 70_010)
  expect(Buffer.from(await source.read(80_000, 80_010)).equals(FILE_BYTES.subarray(80_000, 80_010))).toBe(true)
  await source.read(90_000, 90_010)
  expect(site.requests.map(({ path }) => path)).toEqual([
    '/link',
    '/place-1',
    '/place-1',
    '/place-1',
    '/link',
    '/place-2',
    '/place-2',
  ])
})
