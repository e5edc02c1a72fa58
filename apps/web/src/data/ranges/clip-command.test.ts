import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../../cli/src/kerf/arguments/read-arguments.ts'
import { type ClipChoice, PLAIN_CLIP } from './clip-choice.ts'
import { type CommandForm, clipCommand, defaultForm } from './clip-command.ts'

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90'
const RANGE = { startTime: 62.5, endTime: 3735.0004 }

const commandOf = (choice: Partial<ClipChoice> = {}, form: CommandForm = { format: 'mp4' }, link = LINK) =>
  clipCommand({ link, ranges: [RANGE], separate: false, choice: { ...PLAIN_CLIP, ...choice }, form })

/** Words into which a shell splits a line. */
const wordsOf = (line: string): string[] =>
  execFileSync('/bin/sh', ['-c', `set -- ${line}; printf '%s\\0' "$@"`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

/** Request that `kerf` reads from a line. */
function readBack(line: string) {
  const [program, ...words] = wordsOf(line)
  expect(program).toBe('kerf')
  const parsedArguments = readArguments(words)
  if (parsedArguments.kind !== 'cut') throw new Error(`${line} was not understood: ${JSON.stringify(parsedArguments)}`)
  return parsedArguments.request
}

describe('the command of a clip', () => {
  it('has the link and times as on the page, without defaults', () => {
    expect(commandOf()).toBe(`kerf cut '${LINK}' --from 1:02.500 --to 1:02:15.000`)
    expect(readBack(commandOf())).toMatchObject({
      links: [LINK],
      ranges: [{ startTime: 62.5, endTime: 3735 }],
      quality: null,
      format: 'mp4',
      fit: {},
    })
    expect(commandOf({}, { format: 'mp4' }, 'kerf:sample')).toMatch(/^kerf cut sample --from/)
  })

  it.each([
    'https://media.example/it\'s $(rm -rf) `x` "y" \\.mp4',
    "https://media.example/a.mp4?x='&y=''",
    'https://media.example/\u3042 \u00e9.mp4',
    'https://media.example/a.mp4?token=a;b&c|d>e#t=1',
  ])('quotes any link for a shell: %s', (link) => {
    expect(readBack(commandOf({}, { format: 'mp4' }, link)).links).toEqual([link])
  })

  it('has all chosen options that the command line supports', () => {
    const crop = { left: 0.25, top: 0, width: 0.5, height: 1 }
    const choice: Partial<ClipChoice> = {
      audioTrack: 'de',
      captions: 'en-auto',
      subtitles: { as: 'burned', style: 'box' },
      fit: { maxBytes: 10_000_000, crop, loudness: -14, fade: { video: 0.5, audio: 1 } },
    }
    const command = commandOf(choice, { quality: '720p', format: 'mp4' })
    expect(command).toContain(
      '-q 720p --audio-track de --subtitles burned:en-auto --max-size 10000000 --crop 0.25,0,0.5,1',
    )
    expect(readBack(command)).toMatchObject({
      audioTrack: 'de',
      subtitles: { as: 'burned', captions: 'en-auto' },
      quality: '720p',
      fit: { maxBytes: 10_000_000, crop, loudness: -14, fade: { video: 0.5, audio: 1 } },
    })
    expect(readBack(commandOf({ fit: { crop: '9:16' } })).fit).toEqual({ crop: '9:16' })
    expect(readBack(commandOf({ audioTrack: "-it's" })).audioTrack).toBe("-it's")
  })

  it('leaves out options that its format lacks', () => {
    const fit = { maxBytes: 10_000_000, crop: '1:1', loudness: -14, fade: { video: 1, audio: 1 } } as const
    const subtitles = { as: 'burned', style: 'outline' } as const
    const audioCommand = commandOf(
      { captions: 'en', subtitles, fit },
      { quality: 'audio', format: 'mp3', bitrate: '192k' },
    )
    expect(readBack(audioCommand)).toMatchObject({
      quality: 'audio',
      format: 'mp3',
      subtitles: null,
      fit: { loudness: -14, fade: { audio: 1 }, bitrate: '192k' },
    })
    const originalCommand = commandOf({ fit }, { quality: '1080p', format: 'original', container: 'mp4' })
    expect(readBack(originalCommand)).toMatchObject({ quality: '1080p', format: 'original', fit: { container: 'mp4' } })
    expect(readBack(commandOf({}, { quality: 'audio', format: 'flac' }))).toMatchObject({ format: 'flac' })
  })

  it('makes an animation if an animation size is chosen', () => {
    const fit = { crop: '1:1', animation: { width: 320, frameRate: 10 } } as const
    expect(defaultForm({ ...PLAIN_CLIP, fit })).toEqual({ format: 'gif' })
    const form = { quality: '480p', format: 'webp' } as const
    expect(readBack(commandOf({ fit }, form))).toMatchObject({ quality: null, format: 'webp', fit })
  })

  it('joins several ranges, or makes one clip of each from a list', () => {
    const ranges = [
      { startTime: 10, endTime: 20 },
      { startTime: 65, endTime: 72.5 },
    ]
    const clips = { ranges, choice: PLAIN_CLIP, form: { quality: '360p', format: 'mp4' } } as const
    expect(readBack(clipCommand({ link: LINK, separate: false, ...clips })).ranges).toEqual(ranges)
    const [print, cut] = clipCommand({ link: LINK, separate: true, ...clips }).split(' | ') as [string, string]
    expect(execFileSync('/bin/sh', ['-c', print], { encoding: 'utf8' })).toBe(
      `${LINK} 0:10.000-0:20.000\n${LINK} 1:05.000-1:12.500\n`,
    )
    expect(readBack(cut)).toMatchObject({ links: [], linksFile: '-', quality: '360p' })
  })
})
