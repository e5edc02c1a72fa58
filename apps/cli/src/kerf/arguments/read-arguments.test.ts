import { describe, expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

const read = (line: string) => readArguments(line.split(' ').filter(Boolean))

function request(line: string) {
  const words = read(line)
  if (words.kind !== 'cut') throw new Error(`"${line}" was not understood: ${JSON.stringify(words)}`)
  return words.request
}

function complaint(line: string): string {
  const words = read(line)
  return words.kind === 'mistaken' ? words.complaint : `understood as ${words.kind}`
}

const ENDINGS = 'Use .mp4, .mp3, .m4a, .opus, .flac, .wav, .gif, .webp, .png, .m4v, .webm.'

describe('what is typed after kerf', () => {
  it('names a link, a range, a quality and a file', () => {
    expect(request('cut https://example.org/video.mp4 --from 1:02:03.5 --to 1:02:15 -q 720p -o out.mp4')).toEqual({
      link: 'https://example.org/video.mp4',
      ranges: [{ startTime: 3723.5, endTime: 3735 }],
      chapters: [],
      words: [],
      subtitles: null,
      audioTrack: null,
      quality: '720p',
      format: 'mp4',
      outputPath: 'out.mp4',
      isJson: false,
      isDryRun: false,
      isList: false,
      mayOverwrite: false,
    })
  })

  it('may leave out everything but the link, or name several ranges', () => {
    expect(request('cut video.mp4')).toMatchObject({
      ranges: [{ startTime: null, endTime: null }],
      quality: null,
      format: 'mp4',
      outputPath: 'kerf_clip.mp4',
    })
    expect(request('cut video.mp4 -f 7 -t 9 -f 0:01 -t 0:02').ranges).toEqual([
      { startTime: 7, endTime: 9 },
      { startTime: 1, endTime: 2 },
    ])
  })

  it('may name chapters or what is said in place of times', () => {
    const { ranges, chapters } = request('cut video.mp4 --chapter 2 --chapter Intro')
    expect([ranges, chapters]).toEqual([[], ['2', 'Intro']])
    expect(read('cut video.mp4 --list')).toMatchObject({ request: { isList: true } })
    const words = readArguments(['cut', 'video.mp4', '--words', 'measure twice'])
    expect(words).toMatchObject({ request: { ranges: [], words: ['measure twice'] } })
  })

  it('may ask for another audio track, and for subtitles in three ways', () => {
    expect(request('cut video.mp4 --audio-track de -q audio').audioTrack).toBe('de')
    expect(request('cut video.mp4 --subtitles file').subtitles).toEqual({ as: 'file', captions: null })
    expect(request('cut video.mp4 --subtitles track:en-auto --format original').subtitles).toEqual({
      ...{ as: 'track', captions: 'en-auto' },
    })
    expect(request('cut video.mp4 --subtitles burned:a:b').subtitles).toEqual({ as: 'burned', captions: 'a:b' })
  })

  it('makes an MP3 by its quality, its format or the name of its file', () => {
    for (const words of ['-q audio', '-q mp3', '--format mp3', '-o audio.mp3']) {
      expect(request(`cut video.mp4 ${words}`).quality).toBe('audio')
    }
    expect(request('cut video.mp4 -q audio').outputPath).toBe('kerf_audio_only.mp3')
  })

  it('makes audio of another format by that or the name of its file', () => {
    for (const format of ['m4a', 'opus', 'flac', 'wav']) {
      expect(request(`cut video.mp4 -o song.${format}`)).toMatchObject({ format, quality: 'audio' })
      expect(request(`cut video.mp4 --format ${format}`).outputPath).toBe(`kerf_audio_only.${format}`)
    }
  })

  it.each([
    ['-o cat.gif', 'gif', null, 'cat.gif'],
    ['--format webp', 'webp', null, 'kerf_animation.webp'],
    ['--format png -q 720p', 'png', '720p', 'kerf_720p_still.png'],
    ['-o moment.png', 'png', null, 'moment.png'],
    ['--format original', 'original', null, 'kerf_original.mp4'],
    ['--format original -o video.webm', 'original', null, 'video.webm'],
  ])('makes something else of it: %s', (words, format, quality, outputPath) => {
    expect(request(`cut video.mp4 ${words}`)).toMatchObject({ format, quality, outputPath })
  })

  it('may give the file a name with any other ending, or none', () => {
    for (const path of ['clip', 'talk.part2', 'talk.1', 'in.a.folder/clip'])
      expect(request(`cut video.mp4 -o ${path}`)).toMatchObject({ format: 'mp4', outputPath: path })
  })

  it('asks for help in three ways, or what it is', () => {
    expect([read('help'), read('--help'), read('cut x.mp4 -h')]).toEqual(Array(3).fill({ kind: 'help' }))
    expect(read('--version')).toEqual({ kind: 'version' })
  })

  it.each([
    ['', 'There is nothing to do. Use `kerf cut LINK`.'],
    ['paste video.mp4', 'There is no command "paste". Use `kerf cut LINK`.'],
    ['cut', 'There is no link or file to cut.'],
    ['cut one.mp4 two.mp4', 'Only one link or file can be cut at a time, but "two.mp4" was given too.'],
    ['cut video.mp4 --from soon', '--from "soon" is not a time. Use 83.5, 1:23.5 or 1:02:03.5.'],
    ['cut video.mp4 --from 5 --to 5', '--to 5 must be later than --from 5.'],
    ['cut video.mp4 -f 1 -f 2 -t 3', 'With several ranges, each needs its own --from and --to.'],
    ['cut video.mp4 -q huge', '-q "huge" is not a quality. Use 2160p, 1080p, 720p, 480p, 360p, audio.'],
    [
      'cut video.mp4 --format avi',
      '--format "avi" is unknown. Use mp4, mp3, m4a, opus, flac, wav, original, gif, webp, png.',
    ],
    ['cut video.mp4 -q 720p --format mp3', '-q 720p makes an mp4, not an mp3.'],
    [
      'cut video.mp4 -q 720p -o out.mp3',
      '-o out.mp3 would contain an mp4. Use that extension, or choose another quality or format.',
    ],
    ['cut video.mp4 -q 720p --format gif', 'A gif has a fixed size. Leave out -q 720p.'],
    [
      'cut video.mp4 --format gif -o out.mp4',
      '-o out.mp4 would contain a gif. Use that extension, or choose another quality or format.',
    ],
    ['cut video.mp4 -o out.avi', `-o out.avi would contain an mp4. ${ENDINGS}`],
    [
      'cut video.mp4 -q audio -o out.WAV',
      '-o out.WAV would contain an mp3. Use that extension, or choose another quality or format.',
    ],
    ['cut video.mp4 -o -', '-o - is not a file. A clip cannot be written to stdout.'],
    ['cut video.mp4 -o talk.srt', `-o talk.srt would contain an mp4. ${ENDINGS}`],
    ['cut video.mp4 --from 1 --chapter 2', 'Use either --from and --to, or --chapter, or --words.'],
    ['cut video.mp4 --words a --chapter 2', 'Use either --from and --to, or --chapter, or --words.'],
    [
      'cut video.mp4 --subtitles drawn',
      '--subtitles "drawn" is unknown. Use file, track, burned, or track:en to choose captions.',
    ],
    [
      'cut video.mp4 --subtitles track:',
      '--subtitles "track:" is unknown. Use file, track, burned, or track:en to choose captions.',
    ],
    ['cut video.mp4 -q audio --subtitles track', '--subtitles track is for an mp4 or original, not for an mp3.'],
    ['cut video.mp4 --format original --subtitles burned', '--subtitles burned is for an mp4, not for an original.'],
    ['cut video.mp4 -o cat.gif --audio-track de', 'A gif is silent. Leave out --audio-track de.'],
    ['cut video.mp4 --loud', "Unknown option '--loud'."],
    ['cut video.mp4 --from', "Option '-f, --from <value>' argument missing."],
    ['cut video.mp4 --from -5', "Option '--from' needs a value that does not begin with a dash."],
  ])('is refused with a sentence: kerf %s', (line, sentence) => {
    expect(complaint(line)).toBe(sentence)
  })
})
