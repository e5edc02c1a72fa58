import { boundedCues } from '@kerf/domain/captions/cue-text'
import { writeSubtitles } from '@kerf/domain/captions/write-captions'
import { describe, expect, it } from 'vitest'
import { parseCaptions } from './parse-captions.ts'
import { parseJson3 } from './parse-json3.ts'
import { parseWebVtt } from './parse-text-captions.ts'

const webVtt = (...lines: string[]): string => ['WEBVTT', '', ...lines].join('\n')

describe('WebVTT', () => {
  it('is read with settings, identifiers, comments, styles, and times with and without hours', () => {
    const text = [
      '\ufeffWEBVTT - A title',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { color: red }',
      '00:00:01.000 --> 00:00:02.000',
      '',
      'NOTE a comment',
      'over two lines',
      '',
      'first one',
      '00:01.000 --> 00:02.500 align:start position:0%',
      'One line',
      'and another',
      '',
      '100:00:01.250 --> 100:00:02.000',
      'Late',
      '',
    ].join('\r\n')
    expect(parseCaptions(text)).toEqual([
      { startTime: 1, endTime: 2.5, text: 'One line\nand another' },
      { startTime: 360_001.25, endTime: 360_002, text: 'Late' },
    ])
  })

  it('loses its markup, and keeps its text', () => {
    const cue =
      '<v.loud Ann>It is <b>5 &lt; 6</b> &amp;&amp; <lang fr>c&#39;est <i>tout</i></lang>&nbsp;<ruby>漢<rt>かん</rt></ruby>字'
    expect(parseCaptions(webVtt('00:01.000 --> 00:02.000', cue))).toEqual([
      { startTime: 1, endTime: 2, text: "It is 5 < 6 && c'est tout 漢字" },
    ])
  })

  it('has the start of each word if it has word times', () => {
    const cue = '<c>We</c><00:00:01.400><c> begin</c><00:00:02.000> &lt;here&gt;'
    expect(parseCaptions(webVtt('00:01.000 --> 00:03.000', cue))).toEqual([
      {
        startTime: 1,
        endTime: 3,
        text: 'We begin <here>',
        words: [
          { startTime: 1, text: 'We' },
          { startTime: 1.4, text: 'begin' },
          { startTime: 2, text: '<here>' },
        ],
      },
    ])
  })

  it('maps the times of a stream segment to the clock of its media', () => {
    const text = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:02.000\n\n00:03.000 --> 00:04.000\nHi'
    expect(parseWebVtt(text)).toEqual({
      cues: [{ startTime: 3, endTime: 4, text: 'Hi' }],
      timestampMap: { localSeconds: 2, mpegtsSeconds: 10 },
    })
    expect(parseWebVtt('WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:x')?.timestampMap).toBeNull()
  })
})

describe('rolling captions', () => {
  const ROLLING = webVtt(
    '00:00:00.120 --> 00:00:02.230 align:start position:0%',
    ' ',
    'so<00:00:00.400><c> today</c><00:00:00.900><c> we</c>',
    '',
    '00:00:02.230 --> 00:00:02.240 align:start position:0%',
    'so today we',
    ' ',
    '',
    '00:00:02.240 --> 00:00:04.600 align:start position:0%',
    'so today we',
    'talk.<00:00:02.700><c> Then</c><00:00:03.200><c> we</c>',
    '',
    '00:00:04.600 --> 00:00:04.610 align:start position:0%',
    'talk. Then we',
    ' ',
    '',
    '00:00:04.610 --> 00:00:07.000 align:start position:0%',
    'talk. Then we',
    'listen<00:00:05.000><c> &gt;&gt;</c><00:00:05.500><c> Who?</c>',
    '',
  )

  it('become one cue per sentence, without doubled lines, with the times of their words', () => {
    const cues = parseCaptions(ROLLING)!
    expect(cues.map(({ startTime, endTime, text }) => [startTime, endTime, text])).toEqual([
      [0.12, 2.7, 'so today we talk.'],
      [2.7, 5, 'Then we listen'],
      [5, 7, '>> Who?'],
    ])
    expect(cues[0]!.words).toEqual([
      { startTime: 0.12, text: 'so' },
      { startTime: 0.4, text: 'today' },
      { startTime: 0.9, text: 'we' },
      { startTime: 2.24, text: 'talk.' },
    ])
  })

  it('lose doubled lines even without word times', () => {
    const lines = ['one', 'two', 'three', 'four', 'five']
    const blocks = lines.map((line, index) => {
      const times = `00:00:0${index},000 --> 00:00:0${index + 1},000`
      return [`${index + 1}`, times, ...(index > 0 ? [lines[index - 1]!] : []), line, ''].join('\n')
    })
    expect(parseCaptions(blocks.join('\n'))!.map(({ text }) => text)).toEqual(lines)
  })

  it('are not assumed where people repeat themselves', () => {
    const text = webVtt(
      '00:01.000 --> 00:02.000',
      'No.',
      '',
      '00:02.000 --> 00:03.000',
      'No.',
      '',
      '00:03.000 --> 00:04.000',
      'No!',
    )
    expect(parseCaptions(text)!.map((cue) => cue.text)).toEqual(['No.', 'No.', 'No!'])
  })

  it('from YouTube JSON become one cue per sentence, and end where the next line begins', () => {
    const segs = (...words: [string, number][]) => words.map(([utf8, tOffsetMs]) => ({ utf8, tOffsetMs, acAsrConf: 0 }))
    const json = {
      wireMagic: 'pb3',
      events: [
        { tStartMs: 0, dDurationMs: 9_000_000, id: 1, wpWinPosId: 1 },
        { tStartMs: 1000, dDurationMs: 4000, wWinId: 1, segs: segs(['never', 0], [' gonna', 300], [' give', 700]) },
        { tStartMs: 2990, dDurationMs: 2010, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
        { tStartMs: 3000, dDurationMs: 4000, wWinId: 1, segs: segs(['you', 0], [' up', 250]) },
        { tStartMs: 9000, dDurationMs: 3000, wWinId: 1, segs: segs(['never', 0], [' gonna', 200]) },
      ],
    }
    const cues = parseJson3(json)!
    expect(cues.map(({ startTime, endTime, text }) => [startTime, endTime, text])).toEqual([
      [1, 7, 'never gonna give you up'],
      [9, 12, 'never gonna'],
    ])
    expect(cues[0]!.words!.map(({ startTime }) => startTime)).toEqual([1, 1.3, 1.7, 3, 3.25])
  })

  it('are split where a sentence would be longer than two lines', () => {
    const events = Array.from({ length: 60 }, (_, index) => ({
      tStartMs: index * 300,
      dDurationMs: 600,
      segs: [{ utf8: `word${index}` }],
      ...(index === 1 ? { aAppend: 1 } : {}),
    }))
    const cues = parseJson3({ events })!
    expect(cues.flatMap(({ words }) => words!)).toHaveLength(60)
    for (const cue of cues) expect(cue.text.length).toBeLessThanOrEqual(84)
  })

  it('have no spaces in languages without spaces', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 900, segs: [{ utf8: '今日' }, { utf8: 'は', tOffsetMs: 300 }] },
      { tStartMs: 900, dDurationMs: 900, aAppend: 1, segs: [{ utf8: '晴れ' }] },
    ]
    expect(parseJson3({ events })!.map(({ text }) => text)).toEqual(['今日は晴れ'])
  })
})

describe("YouTube's JSON", () => {
  it('keeps the cues and lines of human-made captions', () => {
    const events = [
      { tStartMs: 1000, dDurationMs: 1500, segs: [{ utf8: 'Hello,\nyou' }] },
      { tStartMs: 3000, dDurationMs: 1000, segs: [{ utf8: '\u202bשלום\u202c' }] },
    ]
    expect(parseJson3({ events })).toEqual([
      { startTime: 1, endTime: 2.5, text: 'Hello,\nyou' },
      { startTime: 3, endTime: 4, text: 'שלום' },
    ])
  })

  it('is null for other JSON, and skips invalid events', () => {
    for (const json of [null, [], {}, { events: 3 }, 'x', 7]) expect(parseJson3(json)).toBeNull()
    const events = [
      null,
      1,
      {},
      { segs: [] },
      { tStartMs: 'x', segs: [{ utf8: 'a' }] },
      { tStartMs: 1, segs: [{ utf8: 'a' }] },
    ]
    expect(
      parseJson3({ events: [...events, { tStartMs: 5, dDurationMs: 10, segs: [null, { utf8: 3 }, { utf8: 'b' }] }] }),
    ).toEqual([{ startTime: 0.005, endTime: 0.015, text: 'b' }])
  })
})

describe('SubRip', () => {
  it('is read with its numbers, markup, empty lines and overrides', () => {
    const text = [
      '1',
      '00:00:01,000 --> 00:00:02,500  X1:10 X2:20',
      '<i>It is</i> 3 < 5,',
      '',
      '{\\an8}<font color="red">and that</font> is 42',
      '',
      '2',
      '00:00:03,1 --> 00:00:04,000',
      '42',
      '',
    ].join('\r\n')
    expect(parseCaptions(text)).toEqual([
      { startTime: 1, endTime: 2.5, text: 'It is 3 < 5,\nand that is 42' },
      { startTime: 3.1, endTime: 4, text: '42' },
    ])
  })

  it('rejects any other text', () => {
    for (const text of [
      '',
      'Hello',
      '<!doctype html>00:00:01,000 --> 00:00:02,000',
      'a\n00:00:01,000 --> 00:00:02,000\nb',
      '\0',
    ])
      expect(parseCaptions(text)).toBeNull()
  })
})

describe('TTML', () => {
  const ttml = (body: string, attributes = '') =>
    `<?xml version="1.0"?><!-- a <comment> --><tt xmlns="http://www.w3.org/ns/ttml" ${attributes}><head><styling/></head><body>${body}</body></tt>`

  it('is read with begin and end or duration, breaks, spans and escapes', () => {
    const body = `<div><p begin="00:00:01.500" end="00:00:02" style="s1">A &amp; <span tts:color="red">B</span><br/>
      C</p><p begin='3s' dur='500ms'><![CDATA[<b>]]></p></div>`
    expect(parseCaptions(ttml(body))).toEqual([
      { startTime: 1.5, endTime: 2, text: 'A & B\nC' },
      { startTime: 3, endTime: 3.5, text: '<b>' },
    ])
  })

  it('counts frames and ticks at the rates that it declares', () => {
    const frames = 'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"'
    expect(parseCaptions(ttml('<p begin="00:00:01:15" end="60f">a</p>', frames))).toEqual([
      { startTime: 1.5005, endTime: 2.002, text: 'a' },
    ])
    expect(parseCaptions(ttml('<p begin="10000000t" end="15000000t">a</p>', 'ttp:tickRate="10000000"'))).toEqual([
      { startTime: 1, endTime: 1.5, text: 'a' },
    ])
  })

  it('counts times from the start of the parent element, and reads timed spans as words', () => {
    const body =
      '<div begin="10s"><tt:p begin="1s" end="3s">We <span begin="0.5s">begin </span><span begin="1s">here</span></tt:p></div>'
    expect(parseCaptions(ttml(body))).toEqual([
      {
        startTime: 11,
        endTime: 13,
        text: 'We begin here',
        words: [
          { startTime: 11, text: 'We' },
          { startTime: 11.5, text: 'begin' },
          { startTime: 12, text: 'here' },
        ],
      },
    ])
  })

  it('rejects any other document', () => {
    expect(parseCaptions('<html><p begin="1s" end="2s">a</p></html>')).toBeNull()
    expect(parseCaptions('<tt')).toBeNull()
  })
})

describe('hostile captions', () => {
  it('are plain text: without markup, control characters and changes of the writing direction', () => {
    const hostile = '<script>alert(1)</script>\u202egpj\u0000\u001b[31m\u2066x\ud800'
    const texts = [
      parseCaptions(webVtt('00:01.000 --> 00:02.000', hostile)),
      parseCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${hostile}`),
      parseJson3({ events: [{ tStartMs: 0, dDurationMs: 9, segs: [{ utf8: hostile }] }] }),
    ].map((cues) => cues![0]!.text)
    expect(texts[0]).toBe('alert(1) gpj [31m x\ufffd')
    for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  })

  it('are limited in number and length, and are parsed in linear time', () => {
    const text = webVtt(
      ...Array.from(
        { length: 60_000 },
        (_, index) => `00:00:00.${String(index % 900).padStart(3, '0')} --> 00:00:01.000\n${index}\n`,
      ),
    )
    expect(parseCaptions(text)).toHaveLength(50_000)
    const longText = 'x'.repeat(4_000_000)
    expect(parseCaptions(webVtt('00:01.000 --> 00:02.000', longText))![0]!.text).toHaveLength(2_000)
    for (const fragment of [
      '<',
      '<00:00:01.000>',
      '&#1',
      '<a',
      '{\\',
      '-->',
      ':',
      '00:00:01.000 --> ',
      '\n',
      ' ',
      '<p begin="1s">',
      '<!--',
      '<![CDATA[',
      '="',
      'a.',
    ])
      for (const start of [
        'WEBVTT\n\n00:01.000 --> 00:02.000\n',
        '1\n00:00:01,000 --> 00:00:02,000\n',
        '<tt><p begin="1s" end="2s">',
      ])
        parseCaptions(start + fragment.repeat(100_000))
    parseJson3({
      events: Array.from({ length: 200_000 }, () => ({
        tStartMs: 1,
        dDurationMs: 1,
        aAppend: 1,
        segs: [{ utf8: 'a' }],
      })),
    })
  })

  it('are parsed in one pass, even one long line or thousands of lines per cue', () => {
    // With quadratic time, any of these would take minutes to hours.
    const size = 8 * 1024 * 1024
    expect(parseCaptions(`${' '.repeat(size)}x`)).toBeNull()
    expect(parseCaptions(`<tt>${`<p ${'a'.repeat(8_000)}>`.repeat(size / 8_000)}`)).toEqual([])
    const longCue = (index: number): string => {
      const seconds = String(index % 60).padStart(2, '0')
      const minutes = String(Math.floor(index / 60)).padStart(2, '0')
      return `${minutes}:${seconds}.000 --> ${minutes}:${seconds}.999\n${'a\n'.repeat(7_990)}${index}\n`
    }
    const cues = parseCaptions(webVtt(...Array.from({ length: 500 }, (_, index) => longCue(index))))!
    expect(cues.length).toBe(500)
    expect(cues[0]!.text).toBe(Array.from({ length: 100 }, () => 'a').join('\n'))
  })

  it('take no more memory than fifty thousand full cues, with or without word times', () => {
    const timestampOf = (index: number): string => `${Math.floor(index / 60)}:${index % 60}`
    const parseCuesWith = (text: (index: number) => string) =>
      parseCaptions(
        webVtt(
          ...Array.from(
            { length: 4_000 },
            (_, index) => `${timestampOf(index)} --> ${timestampOf(index + 1)}\n${text(index)}\n`,
          ),
        ),
      )!
    const letterCount = parseCuesWith((index) => `${index}${'x'.repeat(1_990)}`).reduce(
      (sum, { text }) => sum + text.length,
      0,
    )
    expect(letterCount).toBeLessThan(4_010_000)
    const cuesWithWords = parseCuesWith((index) => `${index}${'<0:1>x<0:2>y'.repeat(150)}`)
    expect(cuesWithWords.length).toBe(4_000)
    const countWords = (cues: typeof cuesWithWords): number =>
      cues.reduce((sum, cue) => sum + (cue.words?.length ?? 0), 0)
    expect(countWords(cuesWithWords)).toBeLessThan(501_000)
    const cuesOfManyFiles = boundedCues(Array.from({ length: 10 }, () => cuesWithWords).flat())
    expect(cuesOfManyFiles.length).toBeGreaterThan(10_000)
    expect(countWords(cuesOfManyFiles)).toBeLessThan(501_000)
    expect(boundedCues(Array.from({ length: 9_000 }, () => ({ text: 'x'.repeat(2_000) }))).length).toBe(2_000)
  })

  it('have no more lines than a screen, however many breaks a cue has', () => {
    const breaks = 1_000_000
    const lineNumbers = Array.from({ length: 300 }, (_, index) => index)
    const json3 = (text: string) => parseJson3({ events: [{ tStartMs: 0, dDurationMs: 1000, segs: [{ utf8: text }] }] })
    expect(json3('\n'.repeat(breaks))).toEqual([])
    expect(parseCaptions(`<tt><p begin="1s" end="2s">${'<br/>'.repeat(breaks)}</p></tt>`)).toEqual([])
    for (const cues of [
      json3(lineNumbers.join('\n')),
      parseCaptions(webVtt('00:01.000 --> 00:02.000', ...lineNumbers.map(String))),
      parseCaptions(['1', '00:00:01,000 --> 00:00:02,000', ...lineNumbers].join('\n')),
      parseCaptions(`<tt><p begin="1s" end="2s">${lineNumbers.join('<br/>')}</p></tt>`),
    ])
      expect(cues![0]!.text.split('\n').length).toBe(100)
  })

  it('have no words before the start of their video', () => {
    const segs = [
      { utf8: 'early', tOffsetMs: -500 },
      { utf8: ' late', tOffsetMs: 10 },
    ]
    const [cue] = parseJson3({ events: [{ tStartMs: 0, dDurationMs: 1000, aAppend: 1, segs }] })!
    expect(cue).toMatchObject({ startTime: 0, words: [{ startTime: 0, text: 'early' }, { startTime: 0.01 }] })
  })

  it('continue after a document that ends within a paragraph', () => {
    const cues = parseCaptions('<tt><div><p begin="1s" end="2s">a</div>b</tt>c<p begin="3s" end="4s">d')
    expect(cues!.map(({ text }) => text)).toEqual(['a', 'd'])
  })

  it('are left out if their times are impossible', () => {
    const cues = parseCaptions(
      webVtt('00:05.000 --> 00:04.000', 'a', '', '00:07.000 --> 00:08.000', 'b', '', '00:01.000 --> 00:02.000', 'c'),
    )
    expect(cues!.map(({ text }) => text)).toEqual(['c', 'b'])
  })
})

describe('written subtitles', () => {
  const cues = [
    { startTime: 0, endTime: 1.0004, text: 'Tom & Jerry <3' },
    { startTime: 3599.9996, endTime: 3600.5, text: 'a --> b\n\nשלום' },
  ]

  it('are SubRip', () => {
    expect(writeSubtitles.srt(cues)).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nTom & Jerry <3\n\n2\n01:00:00,000 --> 01:00:00,500\na → b\nשלום\n',
    )
    expect(writeSubtitles.srt([])).toBe('')
  })

  it('are WebVTT, with its escapes', () => {
    expect(writeSubtitles.vtt(cues)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nTom &amp; Jerry &lt;3\n\n01:00:00.000 --> 01:00:00.500\na --&gt; b\nשלום\n',
    )
  })

  it('survive a round trip, to the millisecond', () => {
    const cues = Array.from({ length: 500 }, (_, index) => ({
      startTime: (index * 1237) / 1000,
      endTime: (index * 1237 + 1001) / 1000,
      text: `<b>${index}</b> &amp; 1 < ${index}`,
    }))
    expect(parseCaptions(writeSubtitles.vtt(cues))).toEqual(cues)
    const plainCues = cues.map((cue) => ({ ...cue, text: `${cue.text.replace(/<\/?b>/g, '')}\n7` }))
    expect(parseCaptions(writeSubtitles.srt(plainCues))).toEqual(plainCues)
  })
})
