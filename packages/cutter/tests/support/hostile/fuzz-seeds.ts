import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { StampedRecipe, StampedText } from '@kerf/stamped-media/make-stamped-media'
import { Mp4OutputFormat } from 'mediabunny'
import { EBML_IDS } from '../../../src/bitstream/ebml.ts'
import { neroChapterList, withBoxesInMovie, withChapterTrack, withMatroskaChapters } from '../chaptered.ts'
import { remuxedWithText } from '../remuxed-text.ts'
import { type StampedWorkshop, smallRecipe } from '../stamped-source.ts'
import { subtitledMatroska } from '../subtitled-matroska.ts'
import { hostileOthers } from './hostile-others.ts'

/** Playlists with every tag that the parser reads. */
const PLAYLISTS = [
  `#EXTM3U
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"
#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1f
#EXTINF:2.5,a
#EXT-X-BYTERANGE:100@10
a.ts
#EXT-X-DISCONTINUITY
#EXT-X-KEY:METHOD=NONE
#EXTINF:2,
#EXT-X-BYTERANGE:100
a.ts
#EXT-X-GAP
#EXTINF:2,
../b.ts
#EXT-X-ENDLIST
`,
  `#EXTM3U
#EXT-X-SESSION-KEY:METHOD=NONE
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="n",DEFAULT=YES,URI="s.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=64x64,CODECS="avc1.640028,mp4a.40.2",FRAME-RATE=25,AUDIO="s"
v.m3u8
`,
]

const CORPUS_FOLDER = join(import.meta.dirname, 'corpus')

/**
 * Seeds of the fuzzer: a small video of every container, texts, and inputs that once broke something.
 * @param withOthers whether to add the small files of `hostileOthers`
 */
export async function fuzzSeeds(
  workshop: StampedWorkshop,
  { withOthers = false } = {},
): Promise<Record<'media' | 'playlist' | 'codecs', Buffer[]>> {
  const recipe = smallRecipe({ width: 32, height: 32, frames: 15, gopFrames: 5, texture: false })
  const layouts = ['moov-last', 'fragmented', 'ts', 'mov'] as const
  const videos = await Promise.all([
    ...layouts.map((layout) => workshop.video({ ...recipe, layout })),
    workshop.video({ ...recipe, layout: 'webm', audio: 'vorbis' }),
    ...(await videosWithTexts(workshop, recipe)),
  ])
  const corpus = await Promise.all((await readdir(CORPUS_FOLDER)).map((name) => readFile(join(CORPUS_FOLDER, name))))
  const configuration = videos[0]!.subarray(videos[0]!.indexOf('avcC') + 4, videos[0]!.indexOf('avcC') + 60)
  return {
    media: [...videos, ...corpus, ...(withOthers ? await smallHostileOthers(videos[0]!) : [])],
    playlist: PLAYLISTS.map((text) => Buffer.from(text, 'latin1')),
    codecs: [
      configuration,
      configuration.subarray(8),
      Buffer.from('1210', 'hex'),
      Buffer.from('0a0b00000024cfbf8b30', 'hex'),
      ...corpus,
    ],
  }
}

/** Videos with two audio languages, text in every format that is read, and chapters. */
async function videosWithTexts(workshop: StampedWorkshop, recipe: StampedRecipe): Promise<Buffer[]> {
  const chapters = [
    { startTime: 0, title: 'One' },
    { startTime: 0.2, title: 'Two' },
  ]
  const cues = [{ startTime: 0.1, endTime: 0.4, text: '<i>Text</i>' }]
  const twoLanguages = { ...recipe, otherAudio: { laterSeconds: 20, language: 'ger', title: 'Other' } }
  const textsOf = (...codecs: StampedText['codec'][]) => codecs.map((codec) => ({ codec, language: 'fre', cues }))
  const mp4 = await workshop.video({ ...twoLanguages, layout: 'moov-last', texts: textsOf('mov_text') })
  const matroska = await workshop.video({ ...twoLanguages, layout: 'webm', texts: textsOf('subrip', 'webvtt') })
  const webvtt = 'WEBVTT\n\n00:00.100 --> 00:00.400\n<b>Text</b>\n\n00:00.200 --> 00:00.300\nMore\n'
  return [
    withBoxesInMovie(mp4, neroChapterList(chapters)),
    withChapterTrack(mp4, chapters, 0.5),
    withMatroskaChapters(matroska, chapters),
    await remuxedWithText(mp4, new Mp4OutputFormat(), webvtt),
    subtitledMatroska((text) => deflateSync(text), { [EBML_IDS.contentCompressionAlgorithm]: 0 }),
  ]
}

const MAX_SEED_BYTES = 200_000

/** The small files among the hostile audio and non-video files. Large files are made to be slow. */
async function smallHostileOthers(video: Buffer): Promise<Buffer[]> {
  const sources = hostileOthers(video).map(({ open }) => open())
  const smallSources = sources.filter(({ sizeBytes }) => sizeBytes <= MAX_SEED_BYTES)
  return Promise.all(smallSources.map(async (source) => Buffer.from(await source.read(0, source.sizeBytes))))
}
