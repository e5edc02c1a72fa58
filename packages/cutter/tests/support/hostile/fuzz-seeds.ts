import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type StampedWorkshop, smallRecipe } from '../stamped-source.ts'
import { hostileOthers } from './hostile-others.ts'

/** With every tag that is read. */
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

const FINDINGS = join(import.meta.dirname, 'corpus')

/**
 * What fuzzing begins with: a small video of every container, texts, and the inputs that once broke something.
 * @param withOthers audio in files of its own too
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
  ])
  const findings = await Promise.all((await readdir(FINDINGS)).map((name) => readFile(join(FINDINGS, name))))
  const configuration = videos[0]!.subarray(videos[0]!.indexOf('avcC') + 4, videos[0]!.indexOf('avcC') + 60)
  return {
    media: [...videos, ...findings, ...(withOthers ? await others(videos[0]!) : [])],
    playlist: PLAYLISTS.map((text) => Buffer.from(text, 'latin1')),
    codecs: [
      configuration,
      configuration.subarray(8),
      Buffer.from('1210', 'hex'),
      Buffer.from('0a0b00000024cfbf8b30', 'hex'),
      ...findings,
    ],
  }
}

const LARGEST_SEED_BYTES = 200_000

/** Audio in files of its own, and what is no video: most of it is slow to read, since it was made to be. */
async function others(video: Buffer): Promise<Buffer[]> {
  const sources = hostileOthers(video).map(({ open }) => open())
  const small = sources.filter(({ sizeBytes }) => sizeBytes <= LARGEST_SEED_BYTES)
  return Promise.all(small.map(async (source) => Buffer.from(await source.read(0, source.sizeBytes))))
}
