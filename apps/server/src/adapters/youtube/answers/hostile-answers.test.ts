import { describe, expect, it } from 'vitest'
import { parseBoundedJson } from '../../bounded-json.ts'
import { writeFakeYtdlp } from '../../ytdlp/fake-ytdlp.fixture.ts'
import { createYtdlpRunner } from '../../ytdlp/ytdlp-runner.ts'
import { youtubeQuestion } from '../steps/ytdlp.ts'
import { createRandom, goWith, hostileAnswers, VIDEO_ID } from './hostile-answers.fixture.ts'
import { parseVideoInfo } from './parse-video-info.ts'

const ANSWER_COUNT = process.env.KERF_TEST_AT_LENGTH === 'yes' ? 20_000 : 150
const SEED = Number(process.env.CUTTER_SEED ?? 9)

describe('any output of yt-dlp', () => {
  it('becomes a video that can be stored, shown and fetched, or an error', async () => {
    let videos = 0
    for (const text of hostileAnswers(ANSWER_COUNT, createRandom(SEED))) {
      const isVideo = await goWith(text).catch((error: unknown) => {
        throw new Error(`Seed ${SEED}: ${text.slice(0, 2000)}`, { cause: error })
      })
      videos += isVideo ? 1 : 0
    }
    // Enough answers are read as videos, so later checks are tested too.
    expect(videos).toBeGreaterThan(ANSWER_COUNT / 5)
  })

  it('is parsed like any JSON up to the depth and size of real answers', () => {
    const value = { '[[["': ['a"]\\', '\\"', '\\\\', '{', { '': [[], {}, [[]]] }], '\u00fc,[': -1.5 }
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), ' 7 ', '"\\""']) {
      expect(parseBoundedJson(Buffer.from(text))).toEqual(JSON.parse(text))
    }
    for (const text of ['', '"', '"\\', '{"a":"b\\"}', ']'.repeat(9), '[1,]']) {
      expect(parseBoundedJson(Buffer.from(text))).toBeNull()
    }
  })

  it('has a limited number of formats', () => {
    const format = {
      format_id: '137',
      url: 'https://a.googlevideo.com/x',
      protocol: 'https',
      vcodec: 'avc1',
      acodec: 'none',
    }
    const formats = Array<object>(100_000).fill(format)
    const parsedInfo = parseVideoInfo({ id: VIDEO_ID, title: 'x', duration: 9, formats }, VIDEO_ID, 'yt-dlp')
    expect(parsedInfo.ok && parsedInfo.video.renditions.length).toBe(2000)
  })

  it('loses half characters and those that no database stores', () => {
    const formats = [
      { format_id: '18', url: 'https://a.googlevideo.com/x', protocol: 'https', vcodec: 'avc1', acodec: 'mp4a' },
    ]
    const title = `\0\ud800${'😀'.repeat(300)}`
    const parsedInfo = parseVideoInfo(
      { id: VIDEO_ID, title, channel: 'a\r\nb', duration: 9, formats },
      VIDEO_ID,
      'yt-dlp',
    )
    expect(parsedInfo.ok && parsedInfo.video.title).toBe(`\ufffd${'😀'.repeat(249)}`)
    expect(parsedInfo.ok && parsedInfo.video.channel).toBe('a b')
  })
})

describe('output of yt-dlp that is not one document', async () => {
  const PRINTS = {
    truncated__: `'{"id":"x","title":"' + 'y'.repeat(1e6)`,
    two_in_row_: `'{"id":"two_in_row_"}\\n{"id":"two_in_row_"}'`,
    not_a_numbe: `'{"id":"not_a_numbe","duration":NaN}'`,
    not_utf8___: `Buffer.concat([Buffer.from('{"id":"not_utf8___","title":"'), Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]), Buffer.from('"}')])`,
    deep_______: `'['.repeat(7e6) + ']'.repeat(7e6)`,
    deep_object: `'{"id":"deep_object","formats":' + '{"a":'.repeat(3e5) + '1' + '}'.repeat(3e5) + '}'`,
    wide_______: `'{"id":"wide_______","formats":[' + '[],'.repeat(4e6) + '1]}'`,
    fifty_mega_: `'{"id":"fifty_mega_","title":"' + 'x'.repeat(5e7) + '"}'`,
  }
  const fake = await writeFakeYtdlp(
    `const prints = { ${Object.entries(PRINTS)
      .map(([id, text]) => `${id}: () => ${text}`)
      .join(', ')} }
    process.stdout.write(prints[process.argv.at(-1).slice(-11)]())`,
  )

  /** Documents that are complete JSON but hold no formats. */
  const EMPTY = ['not_utf8___']

  it.each(Object.keys(PRINTS))('is refused: %s', async (videoId) => {
    const runner = createYtdlpRunner({
      finder: { find: async () => ({ path: fake.path, origin: 'configured' }) },
      inspector: {
        inspect: async () => ({ version: '2026.08.19', releasedAt: new Date('2026-08-19'), flags: new Set<string>() }),
      },
      concurrency: 1,
      timeoutMilliseconds: 60_000,
    })
    const question = { ...youtubeQuestion(videoId, null), proxyUrl: 'http://kerf:secret@127.0.0.1:4000' }
    const answer = await runner.ask(question, new AbortController().signal)
    const parsedAnswer = answer.ok ? parseVideoInfo(answer.json, videoId, 'yt-dlp') : answer
    expect(parsedAnswer).toMatchObject({ ok: false, code: EMPTY.includes(videoId) ? 'video_blocked' : 'source_failed' })
    expect(String(!parsedAnswer.ok && parsedAnswer.cause).length).toBeLessThan(1000)
  })
})
