import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ByteRange } from '@kerf/cutter/api/segment-source'
import { describe, expect, it } from 'vitest'
import type { SegmentSource } from '../../ports/sources.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createPlaylistFiles } from './playlist-files.ts'

const { signal } = new AbortController()
const PLAYLIST = '#EXTM3U\n#EXTINF:10,\nsegment.ts\n#EXTINF:10,\nsegment.ts?2\n#EXT-X-ENDLIST\n'
const SEGMENT_BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * index) >> 7))

type AnswerRange = (response: ServerResponse, first: number, last: number) => void

const answerProperly: AnswerRange = (response, first, last) => {
  const end = Math.min(last, SEGMENT_BYTES.length - 1)
  response.writeHead(206, { 'content-range': `bytes ${first}-${end}/${SEGMENT_BYTES.length}` })
  response.end(SEGMENT_BYTES.subarray(first, end + 1))
}

async function openPlaylist(answerRange: AnswerRange) {
  const handleRequest: RequestListener = (request: IncomingMessage, response) => {
    if (request.url === '/list.m3u8') {
      response.end(PLAYLIST)
      return
    }
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
    if (!range) response.end(SEGMENT_BYTES)
    else answerRange(response, Number(range[1]), Number(range[2]))
  }
  const site = await startLoopbackSite(handleRequest)
  const fetcher = openFetcher({ allow: [site.exemption] })
  const source = await createPlaylistFiles(fetcher, {}, null).openMedia(`${site.origin}/list.m3u8`, signal)
  site.requests.length = 0
  return { source, ranges: () => site.requests.map(({ headers }) => headers.range ?? 'all') }
}

async function readPart(source: SegmentSource, segment: number, requestedRange: ByteRange) {
  const { bytes, start, sizeBytes } = await source.readSegment(segment, requestedRange, signal)
  const end = start + bytes.length
  expect(SEGMENT_BYTES.subarray(start, end).equals(bytes)).toBe(true)
  return { start, end, sizeBytes }
}

const MIDDLE_RANGE = { start: 16_384, end: 40_960 }

describe('a part of a segment', () => {
  it('is requested alone if the server supports ranges', async () => {
    const { source, ranges } = await openPlaylist(answerProperly)
    expect(await readPart(source, 0, MIDDLE_RANGE)).toEqual({ start: 16_384, end: 40_960, sizeBytes: 100_000 })
    expect(await readPart(source, 0, { start: 91_808, end: 120_000 })).toMatchObject({ end: 100_000 })
    expect(ranges()).toEqual(['bytes=16384-40959', 'bytes=91808-119999'])
  })

  it('is taken from the whole segment if the server sends that', async () => {
    const { source, ranges } = await openPlaylist((response) => response.end(SEGMENT_BYTES))
    expect(await readPart(source, 0, MIDDLE_RANGE)).toEqual({ start: 0, end: 100_000, sizeBytes: 100_000 })
    expect(ranges()).toHaveLength(1)
  })

  it.each<[string, AnswerRange]>([
    ['sends another range', (response, first, last) => answerProperly(response, first + 188, last + 188)],
    [
      'does not tell the size',
      (response, first, last) => {
        response.writeHead(206, { 'content-range': `bytes ${first}-${last}/*` })
        response.end(SEGMENT_BYTES.subarray(first, last + 1))
      },
    ],
    [
      'sends more than it says',
      (response, first, last) => {
        response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${SEGMENT_BYTES.length}` })
        response.end(SEGMENT_BYTES.subarray(first, last + 189))
      },
    ],
    ['has no such range', (response) => response.writeHead(416, { 'content-range': 'bytes */100000' }).end()],
  ])('is cut from the whole segment if the server %s, and ranges are not requested again', async (_, answerWrongly) => {
    const { source, ranges } = await openPlaylist(answerWrongly)
    expect(await readPart(source, 0, MIDDLE_RANGE)).toEqual({ start: 0, end: 100_000, sizeBytes: 100_000 })
    expect(await readPart(source, 1, MIDDLE_RANGE)).toEqual({ start: 0, end: 100_000, sizeBytes: 100_000 })
    expect(ranges()).toEqual(['bytes=16384-40959', 'all', 'all'])
  })
})
