import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Download } from '@kerf/contract/download'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { startMediaServer } from './media-server.ts'
import { median } from './median.ts'

/**
 * What somebody waits for, in the whole product: from a media link to its facts and first frame, and from the request for a
 * clip to the finished file. The source is a minute of 360p on loopback with a round trip of 50 ms; medians.
 */
const ROUNDS = Number(process.argv[2] ?? 5)
const ROUND_TRIP_MILLISECONDS = 50
const POLL_MILLISECONDS = 10
const GOP_SECONDS = 5

const videoPath = await cachedSource()
const source = { layout: 'plain', seconds: 60, videoPath, audioPath: null } as const
const media = await startMediaServer([source], ROUND_TRIP_MILLISECONDS)
const url = media.urlOf(videoPath)
const kerf = await startKerf({ environment: { SOURCES: 'media', OUTBOUND_ALLOW: new URL(url).host } })
try {
  const times = new Map<string, number[]>()
  const note = (what: string, value: number): void => {
    times.set(what, [...(times.get(what) ?? []), value])
  }
  for (let round = 0; round < ROUNDS; round++) {
    // Each round as a link that nobody has pasted before: the server knows nothing of it.
    const link = `${url}?round=${round}`
    const someone = new Visitor(kerf.url)
    let begin = performance.now()
    const since = (): number => performance.now() - begin
    const video = await someone.process(link)
    note('link to facts, ms', since())
    await (await someone.fetch(`/api/video/${video.id}/thumbnail`)).arrayBuffer()
    note('link to first frame, ms', since())
    for (const [name, start] of [
      ['a clip from a keyframe', 4 * GOP_SECONDS],
      ['a clip from the middle of a group', 7 * GOP_SECONDS + 2.5],
    ] as const) {
      await someone.trim(video, start, start + 10)
      media.takeTraffic()
      begin = performance.now()
      const asked = await someone.download(video, '360p')
      const acceptedAt = since()
      const { done, takenAt, readAt } = await finished(someone, asked, since)
      const finishedAt = since()
      note(`${name}, asked to finished, ms`, finishedAt)
      note(`${name}, of that until it is accepted, ms`, acceptedAt)
      note(`${name}, of that waiting for a worker, ms`, takenAt - acceptedAt)
      note(
        `${name}, of that until the first bytes are there (finding, opening, planning, fetching), ms`,
        readAt - takenAt,
      )
      note(`${name}, of that the rest (decoding, encoding, writing, checking, publishing), ms`, finishedAt - readAt)
      note(`${name}, the engine's own from fetching to writing, ms`, done.receipt?.wallMilliseconds ?? Number.NaN)
      note(`${name}, requests to the source`, media.takeTraffic().requests)
    }
  }
  for (const [what, values] of times) console.log(`${what}: ${Math.round(median(values))}`)
} finally {
  await kerf.dispose()
  media.close()
}

/** Looks at a download until it is finished. When it was seen to be taken up, and to have its first bytes. */
async function finished(someone: Visitor, asked: Download, since: () => number) {
  let takenAt = Number.NaN
  let readAt = Number.NaN
  for (;;) {
    const { body } = await someone.status(asked)
    if (Number.isNaN(takenAt) && body.stage !== 'waiting') takenAt = since()
    if (Number.isNaN(readAt) && body.stage !== 'waiting' && body.stage !== 'resolving') readAt = since()
    if (body.status !== 'processing') return { done: body, takenAt, readAt }
    await wait(POLL_MILLISECONDS)
  }
}

async function cachedSource(): Promise<string> {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/kerf-bench')
  const folder = join(cache, 'product-360p')
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(join(cache, 'draft-'))
    const recipe: StampedRecipe = {
      ...{ width: 640, height: 360, frameRate: [30, 1], frames: 1800, gopFrames: GOP_SECONDS * 30, bFrames: 2 },
      ...{ video: 'h264', audio: 'aac', layout: 'plain' },
    }
    await makeStampedMedia(recipe, draft, 'source')
    await rename(draft, folder)
  }
  return join(folder, 'source.mp4')
}
