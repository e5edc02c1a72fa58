import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeYoutubeRenditions, type YoutubeRendition } from '@kerf/stamped-media/make-youtube-renditions'
import { SECONDS, SIZED_VIDEOS, type SizedVideo, type SizedRendition } from './sized-videos.ts'

const MOST_LINES = 480
const LIST = 'renditions.json'

/** The video that the stand-in for YouTube serves, as its answers describe it: fragments with an index before them. */
export async function youtubeVideo(): Promise<SizedVideo> {
  const directory = join(SIZED_VIDEOS, `youtube-${SECONDS}`)
  if (!existsSync(directory)) {
    console.error(`Making ${directory} ...`)
    const draft = `${directory}.${process.pid}`
    await mkdir(draft, { recursive: true })
    const made = await makeYoutubeRenditions(draft, { seconds: SECONDS, upToHeight: MOST_LINES })
    const listed = made.map((rendition) => ({ ...rendition, path: rendition.path.slice(draft.length + 1) }))
    await writeFile(join(draft, LIST), JSON.stringify(listed))
    await rename(draft, directory)
  }
  const list: YoutubeRendition[] = JSON.parse(await readFile(join(directory, LIST), 'utf8'))
  const renditions = await Promise.all(list.map((one) => described({ ...one, path: join(directory, one.path) })))
  return { name: 'youtube', durationSeconds: SECONDS, renditions }
}

async function described({
  itag,
  path,
  width,
  height,
  bitrate,
  codecs,
  mime,
}: YoutubeRendition): Promise<SizedRendition> {
  const { size } = await stat(path)
  const names = codecs.split(', ')
  const isAudio = mime.startsWith('audio/')
  const isWebm = mime.endsWith('/webm')
  return {
    ...{ id: `${itag}`, path, container: isWebm ? 'webm' : isAudio ? 'm4a' : 'mp4', bitrate, sizeBytes: size },
    carries: isAudio ? 'audio' : names.length > 1 ? 'both' : 'video',
    videoCodec: isAudio ? null : names[0]!,
    audioCodec: isAudio ? names[0]! : (names[1] ?? null),
    ...{ width: width ?? null, height: height ?? null, frameRate: isAudio ? null : 30, audioPreference: 0 },
  }
}
