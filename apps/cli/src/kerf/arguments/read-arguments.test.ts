import { extname } from 'node:path'
import { CLIP_FORMATS, isAudio } from '@kerf/domain/formats/clip-format'
import { describe, expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

const EXTENSION_HINT = `Use .${[...CLIP_FORMATS.filter((format) => format !== 'original'), 'm4v', 'webm'].join(', .')}.`
const readLine = (line: string) => readArguments(line.split(' ').filter(Boolean))

function requestOf(line: string) {
  const parsedArguments = readLine(line)
  if (parsedArguments.kind !== 'cut')
    throw new Error(`"${line}" was not understood: ${JSON.stringify(parsedArguments)}`)
  return parsedArguments.request
}

function complaintOf(line: string): string {
  const parsedArguments = readLine(line)
  return parsedArguments.kind === 'mistaken' ? parsedArguments.complaint : `understood as ${parsedArguments.kind}`
}

describe('the arguments of kerf', () => {
  it('contain a link, a range, a quality and a file', () => {
    expect(requestOf('cut https://example.org/video.mp4 --from 1:02:03.5 --to 1:02:15 -q 720p -o out.mp4')).toEqual({
      links: ['https://example.org/video.mp4'],
      linksFile: null,
      ranges: [{ startTime: 3723.5, endTime: 3735 }],
      chapters: [],
      words: [],
      subtitles: null,
      audioTrack: null,
      quality: '720p',
      format: 'mp4',
      fit: {},
      outputPath: 'out.mp4',
      defaultName: 'kerf_720p.mp4',
      isJson: false,
      isDryRun: false,
      isInfo: false,
      mayOverwrite: false,
      server: null,
      key: null,
    })
  })

  it('need only a link, and may contain several ranges', () => {
    expect(requestOf('cut video.mp4')).toMatchObject({
      ranges: [{ startTime: null, endTime: null }],
      quality: null,
      format: 'mp4',
      outputPath: 'kerf_clip.mp4',
    })
    expect(requestOf('cut video.mp4 -f 7 -t 9 -f 0:01 -t 0:02').ranges).toEqual([
      { startTime: 7, endTime: 9 },
      { startTime: 1, endTime: 2 },
    ])
  })

  it('may contain chapters or spoken words instead of times', () => {
    const { ranges, chapters } = requestOf('cut video.mp4 --chapter 2 --chapter Intro')
    expect([ranges, chapters]).toEqual([[], ['2', 'Intro']])
    const words = readArguments(['cut', 'video.mp4', '--words', 'measure twice'])
    expect(words).toMatchObject({ request: { ranges: [], words: ['measure twice'] } })
  })

  it('may contain a duration instead of an end', () => {
    expect(requestOf('cut video.mp4 -f 1m2s -d 10s').ranges).toEqual([{ startTime: 62, endTime: null, seconds: 10 }])
    expect(requestOf('cut video.mp4 --duration 10').ranges).toEqual([{ startTime: null, endTime: null, seconds: 10 }])
    expect(requestOf('cut video.mp4 -f 7 -d 2 -f 1 -d 1').ranges).toEqual([
      { startTime: 7, endTime: null, seconds: 2 },
      { startTime: 1, endTime: null, seconds: 1 },
    ])
  })

  it('may contain several links or a list, and then the output is a folder', () => {
    expect(requestOf('cut a.mp4 b.mp4 -d 5')).toMatchObject({ links: ['a.mp4', 'b.mp4'], outputPath: '.' })
    expect(requestOf('cut -a list.txt -o clips/')).toMatchObject({
      links: [],
      linksFile: 'list.txt',
      outputPath: 'clips/',
    })
    expect(requestOf('cut a.mp4 --links - -q audio')).toMatchObject({
      linksFile: '-',
      defaultName: 'kerf_audio_only.mp3',
    })
  })

  it('may contain file names that begin with a dash', () => {
    expect(requestOf('cut -o -x.mp4 -- -clip.mp4')).toMatchObject({ links: ['-clip.mp4'], outputPath: '-x.mp4' })
    expect(requestOf('cut ./-clip.mp4 --output -x.gif')).toMatchObject({ links: ['./-clip.mp4'], format: 'gif' })
    expect(requestOf('cut --links -list.txt')).toMatchObject({ linksFile: '-list.txt' })
    expect(requestOf('cut a.mp4 -oout.mp4').outputPath).toBe('out.mp4')
  })

  it('may contain times with spaces or full-width digits', () => {
    const words = readArguments(['cut', 'video.mp4', '--from', '1 15', '--to', '\uff11\uff1a\uff12\uff10'])
    expect(words).toMatchObject({ request: { ranges: [{ startTime: 75, endTime: 80 }] } })
  })

  it('may ask for the facts of the video, with --info or --list', () => {
    for (const word of ['--info', '--list']) expect(requestOf(`cut video.mp4 ${word}`).isInfo).toBe(true)
  })

  it('may name stdout as the output', () => {
    expect(requestOf('cut video.mp4 -o - -q audio')).toMatchObject({ outputPath: '-', format: 'mp3' })
    expect(requestOf('cut video.mp4 -o - --dry-run --json').outputPath).toBe('-')
  })

  it.each([
    ['--max-size 10MB', { maxBytes: 10_000_000 }],
    ['--max-size 9.5m', { maxBytes: 9_500_000 }],
    ['--max-size 10MiB', { maxBytes: 10_485_760 }],
    ['--max-size 25000000', { maxBytes: 25_000_000 }],
    ['--crop 9:16', { crop: '9:16' }],
    ['--crop 0.25,0,0.5,1', { crop: { left: 0.25, top: 0, width: 0.5, height: 1 } }],
    ['--loudness -14', { loudness: -14 }],
    ['--loudness=-16.5LUFS', { loudness: -16.5 }],
    ['--fade 0.5', { fade: { video: 0.5, audio: 0.5 } }],
    ['--fade .5 --max-size .5MB', { fade: { video: 0.5, audio: 0.5 }, maxBytes: 500_000 }],
    ['--fade 0.5 --fade-audio 1s', { fade: { video: 0.5, audio: 1 } }],
    ['--fade-video 2', { fade: { video: 2 } }],
    ['--fade 0.5 -q audio', { fade: { audio: 0.5 } }],
    ['--fade-audio 1 --format original', { fade: { audio: 1 } }],
    ['--bitrate 192 -q audio', { bitrate: '192k' }],
    ['--bitrate V2 -o a.mp3 --loudness -14', { bitrate: 'v2', loudness: -14 }],
    ['--width 320 -o a.gif', { animation: { width: 320, frameRate: 12 } }],
    ['--fps 15 --crop 1:1 --format webp', { crop: '1:1', animation: { width: 480, frameRate: 15 } }],
    ['--format original --container mp4', { container: 'mp4' }],
    ['--format original -o a.mp4', { container: 'mp4' }],
    ['--format original -o a.webm', {}],
    ['--format original', {}],
  ])('may contain options that adapt the clip: %s', (words, fit) => {
    expect(requestOf(`cut video.mp4 ${words}`).fit).toEqual(fit)
  })

  it('may contain several options that adapt the clip', () => {
    const words = '--max-size 10M --crop 9:16 --loudness -14 --fade 1 --subtitles burned -q 1080p'
    expect(requestOf(`cut video.mp4 ${words}`)).toMatchObject({
      defaultName: 'kerf_1080p_hd_9x16_10mb.mp4',
      fit: { maxBytes: 10_000_000, crop: '9:16', loudness: -14, fade: { video: 1, audio: 1 } },
      subtitles: { as: 'burned' },
    })
  })

  it('may name each format by --format or by the file extension', () => {
    for (const format of CLIP_FORMATS.filter((name) => name !== 'original')) {
      const byName = requestOf(`cut video.mp4 --format ${format}`)
      expect([byName.format, extname(byName.defaultName)]).toEqual([format, `.${format}`])
      expect(requestOf(`cut video.mp4 -o clip.${format}`)).toMatchObject({ format, outputPath: `clip.${format}` })
    }
    for (const format of CLIP_FORMATS.filter(isAudio))
      expect(requestOf(`cut video.mp4 -q audio -o clip.${format}`)).toMatchObject({ format, quality: 'audio' })
  })

  it('may ask for another audio track, and for subtitles in three forms', () => {
    expect(requestOf('cut video.mp4 --audio-track de -q audio').audioTrack).toBe('de')
    expect(requestOf('cut video.mp4 --subtitles file').subtitles).toEqual({ as: 'file', captions: null })
    expect(requestOf('cut video.mp4 --subtitles track:en-auto --format original').subtitles).toEqual({
      as: 'track',
      captions: 'en-auto',
    })
    expect(requestOf('cut video.mp4 --subtitles burned:a:b').subtitles).toEqual({ as: 'burned', captions: 'a:b' })
  })

  it('may ask for an MP3 by quality, format or file name', () => {
    for (const words of ['-q audio', '-q mp3', '--format mp3', '-o audio.mp3']) {
      expect(requestOf(`cut video.mp4 ${words}`).quality).toBe('audio')
    }
    expect(requestOf('cut video.mp4 -q audio').outputPath).toBe('kerf_audio_only.mp3')
  })

  it.each([
    ['-o cat.gif', 'gif', null, 'cat.gif'],
    ['--format webp', 'webp', null, 'kerf_animation.webp'],
    ['--format png -q 720p', 'png', '720p', 'kerf_720p_still.png'],
    ['-o moment.png', 'png', null, 'moment.png'],
    ['-o moment.png -q 4K', 'png', '2160p', 'moment.png'],
    ['--format original', 'original', null, 'kerf_original.mp4'],
    ['--format original -o video.webm', 'original', null, 'video.webm'],
  ])('may ask for other formats: %s', (words, format, quality, outputPath) => {
    expect(requestOf(`cut video.mp4 ${words}`)).toMatchObject({ format, quality, outputPath })
  })

  it('may contain a file name with an unknown extension, or without one', () => {
    for (const path of ['clip', 'talk.part2', 'talk.1', 'in.a.folder/clip'])
      expect(requestOf(`cut video.mp4 -o ${path}`)).toMatchObject({ format: 'mp4', outputPath: path })
  })

  it('may ask for help or the version', () => {
    expect([readLine('help'), readLine('--help'), readLine('cut x.mp4 -h')]).toEqual(Array(3).fill({ kind: 'help' }))
    for (const word of ['--version', '-v']) expect(readLine(word)).toEqual({ kind: 'version' })
  })

  it.each([
    ['', 'There is nothing to do. Use `kerf cut LINK` or `kerf serve`.'],
    ['paste video.mp4', 'There is no command "paste". Use `kerf cut LINK` or `kerf serve`.'],
    ['cut', 'There is no link or file to cut.'],
    ['cut a.mp4 b.mp4 -o c.mp4', '-o c.mp4 is for one clip, but there are several links. Use a folder.'],
    ['cut -a list.txt -o -', '-o - is for one clip, but there are several links. Use a folder.'],
    ['cut video.mp4 --from soon', '--from "soon" is not a time. Use 83.5, 1:23.5, 1:02:03.5 or 1m23s.'],
    ['cut video.mp4 --from 5 --to 5', '--to 5 must be later than --from 5.'],
    ['cut video.mp4 -f 1 -f 2 -t 3', 'With several ranges, each needs its own --from and --to.'],
    ['cut video.mp4 -f 1 -f 2 -d 3', 'With several ranges, each needs its own --from and --duration.'],
    ['cut video.mp4 -f 1 -t 2 -d 3', 'Use either --to or --duration.'],
    ['cut video.mp4 -d 0', '--duration 0 is no time at all.'],
    ['cut video.mp4 -d 3 --chapter 1', 'Use either times, or --chapter, or --words.'],
    ['cut video.mp4 -q huge', '-q "huge" is not a quality. Use 2160p, 1080p, 720p, 480p, 360p, audio.'],
    ['cut video.mp4 --format avi', `--format "avi" is unknown. Use ${CLIP_FORMATS.join(', ')}.`],
    ['cut video.mp4 -q 720p --format mp3', '-q 720p makes an mp4, not an mp3.'],
    ['cut video.mp4 -q 720p -o out.mp3', '-q 720p makes an mp4, not an mp3.'],
    ['cut video.mp4 -q 720p --format gif', 'A gif has no quality, but a --width. Leave out -q 720p.'],
    [
      'cut video.mp4 --format gif -o out.mp4',
      '-o out.mp4 would contain a gif. Use that extension, or choose another quality or format.',
    ],
    ['cut video.mp4 -o out.avi', `-o out.avi would contain an mp4. ${EXTENSION_HINT}`],
    ['cut video.mp4 -q audio -o out.AIFF', `-o out.AIFF would contain an mp3. ${EXTENSION_HINT}`],
    ['cut video.mp4 -o - --json', '-o - writes the clip to stdout, and --json the receipt. Leave one of them out.'],
    [
      'cut video.mp4 -o - --subtitles file',
      '--subtitles file writes beside the clip, and -o - writes no file. Leave one of them out.',
    ],
    ['cut video.mp4 --info --dry-run', 'Use either --info or --dry-run.'],
    ['cut video.mp4 -o talk.srt', `-o talk.srt would contain an mp4. ${EXTENSION_HINT}`],
    ['cut video.mp4 --from 1 --chapter 2', 'Use either times, or --chapter, or --words.'],
    ['cut video.mp4 --words a --chapter 2', 'Use either times, or --chapter, or --words.'],
    [
      'cut video.mp4 --subtitles drawn',
      '--subtitles "drawn" is unknown. Use file, track, burned, or track:en to choose captions.',
    ],
    [
      'cut video.mp4 --subtitles track:',
      '--subtitles "track:" is unknown. Use file, track, burned, or track:en to choose captions.',
    ],
    ['cut video.mp4 -q audio --subtitles track', '--subtitles track is for mp4 and original, not for an mp3.'],
    ['cut video.mp4 --format original --subtitles burned', '--subtitles burned is for mp4, not for an original.'],
    ['cut video.mp4 -o cat.gif --audio-track de', 'A gif is silent. Leave out --audio-track de.'],
    ['cut video.mp4 --crop 9:16 -q audio', '--crop is for mp4, gif, webp and png, not for an mp3.'],
    ['cut video.mp4 --max-size 8MB -o a.gif', '--max-size is for mp4, not for a gif.'],
    ['cut video.mp4 --loudness -14 -o a.png', /^--loudness is for mp4, .* and \w+, not for a png\.$/],
    ['cut video.mp4 --fade 1 --format original', /^--fade is for mp4, .* and \w+, not for an original\.$/],
    ['cut video.mp4 --bitrate 192k', '--bitrate is for mp3, not for an mp4.'],
    ['cut video.mp4 --width 320', '--width is for gif and webp, not for an mp4.'],
    ['cut video.mp4 --container mp4', '--container is for original, not for an mp4.'],
    ['cut video.mp4 --max-size big', '--max-size "big" is not a size. Use 10MB, 9.5MB, 10MiB or 10000000.'],
    ['cut video.mp4 --max-size 100kB', '--max-size 100kB is not between 500 kB and 2 GB.'],
    [
      'cut video.mp4 --crop 2:1',
      '--crop "2:1" is not a part of the frame. Use 9:16, 1:1, 4:5, 16:9, or left,top,width,height in shares: 0.25,0,0.5,1.',
    ],
    ['cut video.mp4 --crop 0x0,0x0,0x1,0x1', /^--crop "0x0,0x0,0x1,0x1" is not a part of the frame\./],
    ['cut video.mp4 --loudness 14', '--loudness "14" is not between -30 and -9 LUFS.'],
    ['cut video.mp4 --fade 5', '--fade "5" is not between 0.1 and 2 s.'],
    ['cut video.mp4 --fade-audio slow', '--fade-audio "slow" is not between 0.1 and 2 s.'],
    ['cut video.mp4 -q audio --bitrate 96k', '--bitrate "96k" is unknown. Use 320k, 256k, 192k, 128k, v2.'],
    ['cut video.mp4 -o a.gif --width huge', '--width "huge" is not between 160 and 720 px.'],
    ['cut video.mp4 -o a.gif --fps 60', '--fps "60" is not between 5 and 25 fps.'],
    [
      'cut video.mp4 --format original --container webm',
      '--container "webm" is unknown. Use mp4; without it, VP9 and AV1 become a WebM.',
    ],
    [
      'cut video.mp4 --container mp4 -o a.webm',
      '-o a.webm would contain an mp4. Use that extension, or leave out --container.',
    ],
    ['cut video.mp4 --loud', "Unknown option '--loud'. Did you mean --loudness?"],
    ['cut video.mp4 --qualty 720p', "Unknown option '--qualty'. Did you mean --quality?"],
    ['cut video.mp4 --start 5', "Unknown option '--start'. Did you mean --from?"],
    ['cut video.mp4 -ss 5', "Unknown option '-s'. Did you mean --from?"],
    ['cut video.mp4 --constructor', "Unknown option '--constructor'."],
    ['cut video.mp4 --loudness --json', "Option '--loudness' needs a value that does not begin with a dash."],
    ['cut -clip.mp4', "Unknown option '-c'. Is -clip.mp4 a file? Use ./-clip.mp4."],
    ['cut -talk.mp4', 'There is no link or file to cut. Is -talk.mp4 a file? Use ./-talk.mp4.'],
    ['cut video.mp4 -o --json', "Option '-o' needs a value that does not begin with a dash."],
    ['cut video.mp4 --from', "Option '-f, --from <value>' argument missing."],
    ['cut video.mp4 --from -5', "Option '--from' needs a value that does not begin with a dash."],
  ])('are refused with a sentence: kerf %s', (line, sentence) => {
    if (typeof sentence === 'string') expect(complaintOf(line)).toBe(sentence)
    else expect(complaintOf(line)).toMatch(sentence)
  })
})
