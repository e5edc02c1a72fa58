import { strict as assert } from 'node:assert'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { ERROR_STATUS } from '@kerf/contract/protocol/error'
import { video as videoAnswer } from '@kerf/contract/video'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { batchEntryName } from '@kerf/domain/formats/batch-entry-name'
import { contentDisposition } from '../../../http/files/send-file.ts'
import type { ResolvedVideo } from '../../../ports/sources.ts'
import { prepareClip } from '../../../use-cases/downloads/prepare-clip.ts'
import { detailsOf } from '../../../use-cases/videos/bounded-video.ts'
import { videoFor } from '../../../use-cases/videos/describe-video.ts'
import { parseBoundedJson } from '../../bounded-json.ts'
import { isYoutubeImageHost, isYoutubeServiceHost } from '../../outbound/youtube-hosts.ts'
import { parseVideoInfo } from './parse-video-info.ts'

export const VIDEO_ID = 'dQw4w9WgXcQ'

/** Unexpected values that may replace any field, as JSON. */
const STRANGE_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '0',
  '-1',
  '-0',
  '1e308',
  '1e999',
  '-1e999',
  '1e-320',
  '0.1',
  '"NaN"',
  '9007199254740993',
  '18446744073709551616',
  '-9007199254740993',
  '99999999999999999999999999999999',
  '"\\ud800"',
  '"\\udc00x"',
  '"a\\u0000b"',
  '"\\r\\nX-Evil: 1"',
  '"\\u202egnp.exe"',
  '"\\u2028"',
  '"\\u001b[31m"',
  '"../../etc/passwd"',
  '"C:\\\\CON"',
  '"<script>alert(1)</script>"',
  '"--exec=id"',
  '"$(x)`x`"',
  '"__proto__"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":"x"}',
  '[[[[[[[[]]]]]]]]',
  '{"length":1e9}',
  '{"then":1}',
  '"😀"',
]
const LONG_STRINGS = ['"\\ud83d\\ude00"', '"a\\ud83d\\ude00"', '"\\u0000"', '"ﷺ"', '"x"'].map((json) => {
  const [, jsonInside = ''] = /^"(.*)"$/.exec(json)!
  return `"${jsonInside.repeat(3000)}"`
})
const ADDRESSES = [
  'https://rr1.googlevideo.com/videoplayback?expire=1800000000',
  'https://rr1.googlevideo.com/x?a=\\ud800\\u0000',

  'http://rr1.googlevideo.com/x',
  'https://evil.test/x',
  'https://googlevideo.com.evil.test/',
  'file:///etc/passwd',
  'https://user:pass@rr1.googlevideo.com/x',
  'https://rr1.googlevideo.com:1/x',
  'https://[::1]/',
  'https://',

  'https://i.ytimg.com/sb/x/M0.jpg',
  'https://i.ytimg.com/\\r\\nHost: evil',
  'https://rr1.googlevideo.com/expire/9e99',
]

/** Returns a function that gives numbers from 0 to 1. The same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Yields healthy answers in which some fields have unexpected values. The same numbers yield the same texts. */
export function* hostileAnswers(count: number, random: () => number): Generator<string> {
  const pickValue = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const strangeValue = () => (random() < 0.05 ? pickValue(LONG_STRINGS) : pickValue(STRANGE_VALUES))
  const healthyOrStrange = (healthyValue: string, share: number) => (random() < share ? strangeValue() : healthyValue)
  const object = (fields: Record<string, string>, share: number) => {
    const pairs = Object.entries(fields).map(([name, value]) => `"${name}":${healthyOrStrange(value, share)}`)
    return `{${[...pairs, ...(random() < 0.1 ? [`"__proto__":${strangeValue()}`] : [])].join(',')}}`
  }
  const address = () => `"${random() < 0.6 ? ADDRESSES[0] : pickValue(ADDRESSES)}"`
  const createList = (createItem: () => string, maxLength: number) =>
    `[${Array.from({ length: Math.floor(random() * maxLength) }, createItem).join(',')}]`
  const headers = () =>
    object(
      { 'User-Agent': '"Mozilla/5.0"', Accept: '"*/*"', Cookie: '"a=b"', Host: '"evil.test"', Range: '"bytes=0-"' },
      0.2,
    )
  const storyboard = (share: number) =>
    object(
      {
        format_id: '"sb0"',
        protocol: '"mhtml"',
        ext: '"mhtml"',
        vcodec: '"none"',
        acodec: '"none"',
        width: '160',
        height: '90',
        rows: '5',
        columns: '5',
        fps: '0.5',
        fragments: createList(() => `{"url":"${random() < 0.9 ? ADDRESSES[10] : pickValue(ADDRESSES)}"}`, 5),
      },
      share,
    )
  const captions = (share: number) => {
    const files = () => createList(() => object({ ext: '"json3"', url: address(), name: '"English"' }, share), 3)
    return object({ en: files(), 'de-orig': files(), 'x y': files() }, share)
  }
  const format = (share: number) => () =>
    random() < 0.2
      ? storyboard(share)
      : object(
          {
            format_id: '"137"',
            url: address(),
            protocol: '"https"',
            ext: '"mp4"',
            vcodec: '"avc1.640028"',
            acodec: random() < 0.5 ? '"none"' : '"mp4a.40.2"',
            width: '1920',
            height: '1080',
            fps: '30',
            tbr: '2700.5',
            filesize: '10000000',
            language_preference: '-1',
            format_note: '"1080p"',
            language: pickValue(['"en"', '"de"', '"en-desc"']),
            has_drm: 'false',
            available_at: '1700000000',
            http_headers: headers(),
          },
          share,
        )
  for (let index = 0; index < count; index++) {
    const share = pickValue([0, 0.02, 0.1, 0.4])
    const text = object(
      {
        title: '"A title"',
        duration: '120',
        channel: '"A channel"',
        uploader: '"U"',
        view_count: '1234',
        channel_id: '"UCuAXFkgsw1L7xaCfnd5JJOw"',
        uploader_id: '"@A"',
        channel_url: address(),
        is_live: 'false',
        upload_date: '"20260819"',
        live_status: '"not_live"',
        thumbnail: address(),
        thumbnails: createList(() => object({ url: address(), width: '1280' }, share), 4),
        subtitles: captions(share),
        automatic_captions: captions(share),
        language: '"en"',
        chapters: createList(() => object({ title: '"A chapter"', start_time: '12.5', end_time: '30' }, share), 4),
        formats: random() < 0.02 ? createList(format(share), 1000) : createList(format(share), 8),
      },
      share,
    )
    const json = `{"id":${random() < 0.95 ? `"${VIDEO_ID}"` : strangeValue()},${text.slice(1)}`
    yield random() < 0.05 ? json.slice(0, Math.floor(random() * json.length)) : random() < 0.02 ? strangeValue() : json
  }
}

/** Reads an answer as the server would and uses all its parts. Throws on a fault. Returns whether it is a video. */
export async function goWith(text: string): Promise<boolean> {
  const parsedInfo = parseVideoInfo(parseBoundedJson(Buffer.from(text)), VIDEO_ID, 'yt-dlp')
  assert.equal(({} as { isAdmin?: unknown }).isAdmin, undefined)
  if (!parsedInfo.ok) {
    assert.ok(parsedInfo.code in ERROR_STATUS)
    assert.ok((parsedInfo.cause ?? '').length < 1000)
    requirePlain(failureCause(parsedInfo.cause), 'a cause')
    return false
  }
  await requireUsable(parsedInfo.video)
  for (const [address, time] of parsedInfo.availableAt ?? []) assert.ok(URL.canParse(address) && Number.isFinite(time))
  return true
}

function requireValidChoices(choices: readonly { id: string; label: string; language: string | null }[]): void {
  assert.equal(new Set(choices.map(({ id }) => id)).size, choices.length)
  for (const { id, label, language } of choices) {
    assert.match(id, /^[\w.-]{1,64}$/)
    assert.ok(label.length > 0 && label.length <= 240)
    if (language !== null) assert.match(language, /^[A-Za-z0-9-]{2,40}$/)
  }
}

async function requireUsable(video: ResolvedVideo): Promise<void> {
  requireTexts(video)
  assert.ok(video.title.length > 0 && video.title.length <= 500)
  assert.ok((video.channel ?? '').length <= 200)
  assert.ok(Number.isFinite(video.durationSeconds) && video.durationSeconds > 0)
  assert.ok(video.renditions.length <= 2000)
  requireValidChoices(video.captions ?? [])
  requireValidChoices(video.audioTracks ?? [])
  for (const { address } of video.captions ?? []) {
    const { protocol, hostname } = new URL(address)
    assert.ok(protocol === 'https:' && isYoutubeServiceHost(hostname))
  }
  for (const { startTime, endTime } of video.chapters ?? [])
    assert.ok(startTime >= 0 && endTime > startTime && endTime <= video.durationSeconds)
  for (const { address, headers, sizeBytes, bitrate, width, height, frameRate } of video.renditions) {
    const { protocol, hostname } = new URL(address)
    assert.ok(protocol === 'https:' && isYoutubeServiceHost(hostname))
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
      assert.doesNotMatch(name, /^(host|range|cookie|authorization|connection|content-.*|transfer-encoding)$/i)
    }
    for (const amount of [sizeBytes, bitrate, width, height, frameRate]) {
      assert.ok(amount === null || (amount >= 0 && Number.isFinite(amount)))
    }
  }
  for (const address of [video.thumbnailAddress, ...(video.filmstrip?.sheetAddresses ?? [])]) {
    assert.ok(address === null || isYoutubeImageHost(new URL(address).hostname))
  }
  const details = detailsOf(video)
  if (!details) return
  const record = {
    ...({ id: 'v', viewerId: 'w', source: 'youtube', reference: VIDEO_ID, link: 'x', createdAt: new Date(0) } as const),
    trim: { startTime: 0, endTime: Math.min(1, video.durationSeconds) },
    details,
  }
  videoAnswer.parse(
    videoFor(record, {
      accessTo: () => ({ allowed: true }),
      isProOnly: () => false,
      hasAmpleMemory: false,
      basePath: '',
    }),
  )
  const name = batchEntryName({ number: 1, title: video.title, range: record.trim, quality: '720p' })
  assert.ok(Buffer.byteLength(name) <= 255 && !/[/\\\0]/.test(name))
  validateHeaderValue('content-disposition', contentDisposition(name))
  const source = { fetchImage: () => Promise.reject(new Error('no')) } as never
  const choice = { video: null, audio: video.renditions[0]!, scaleToHeight: null }
  const request = { format: 'mp4', options: {}, ranges: [{ startTime: 0, endTime: 1 }] } as const
  requireTexts(
    await prepareClip({ ...request, ranges: [...request.ranges] }, choice, video, source, new AbortController().signal),
  )
}

/** Requires that every text in the value can be stored in a database and written to a log or header. */
function requireTexts(value: unknown): void {
  if (typeof value === 'string') requirePlain(value, 'a text')
  else if (value !== null && typeof value === 'object') Object.values(value).forEach(requireTexts)
}

function requirePlain(text: string, fieldName: string): void {
  assert.ok(text.isWellFormed(), `${fieldName} has half a character: ${JSON.stringify(text.slice(0, 100))}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters.
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/u, fieldName)
}
