import type { Video } from '@kerf/contract/video'
import { mediaProcesses } from '../../../tests/journeys/src/harness/media-processes.ts'
import { median } from '../median.ts'
import type { CostFilmName } from './cost-films.ts'
import { ask, type CostServer, type CostWish, finished } from './cost-server.ts'
import { CLIP_KINDS, type ClipCost, type ClipKind, type Line } from './measured-costs.ts'
import { peakMegabytes, processTimes } from './process-times.ts'

interface CutKind {
  film: CostFilmName
  wish: CostWish
  /** Seconds. Long enough apart for a line through both. */
  lengths: readonly [number, number]
  rounds: number
  /** Where it may begin; anywhere when left out. */
  everySeconds?: number
}

export const CUT_KINDS: Readonly<Record<ClipKind, CutKind>> = {
  '360p copied, with seams': { film: 'h264-360', wish: { quality: '360p' }, lengths: [6, 40], rounds: 4 },
  '1080p copied, with seams': { film: 'h264-1080', wish: { quality: '1080p' }, lengths: [6, 60], rounds: 3 },
  '1080p copied, from a keyframe': {
    ...{ film: 'h264-1080', wish: { quality: '1080p' }, lengths: [10, 60], rounds: 3, everySeconds: 5 },
  },
  '720p encoded from VP9': { film: 'vp9-1080', wish: { quality: '720p' }, lengths: [2, 8], rounds: 1 },
  '1080p encoded from VP9': { film: 'vp9-1080', wish: { quality: '1080p' }, lengths: [2, 8], rounds: 1 },
  '2160p encoded from VP9': { film: 'vp9-2160', wish: { quality: '2160p' }, lengths: [1, 3], rounds: 1 },
  MP3: { film: 'h264-1080', wish: { quality: 'audio', format: 'mp3' }, lengths: [10, 100], rounds: 3 },
  GIF: { film: 'h264-360', wish: { quality: '360p', format: 'gif' }, lengths: [3, 12], rounds: 3 },
}

export const COST_FILMS = [...new Set(CLIP_KINDS.map((kind) => CUT_KINDS[kind].film))]

interface Taken {
  media: number
  server: number
  fetched: number
  written: number
  requests: number
  wall: number
}

/** One clip after the other, nothing else asked; the source's index is known, as after every lookup of a direct link. */
export async function clipCost(server: CostServer, kind: ClipKind, idleSecond: number): Promise<ClipCost> {
  const { film, lengths, rounds } = CUT_KINDS[kind]
  const video = await server.admin.process(server.linkOf(film))
  // The first one opens what later ones find open.
  await cutOnce(server, kind, video, lengths[0])
  const mediaMegabytes = await watchedMegabytes(server, kind, video)
  const [short, long] = [
    await taken(server, kind, video, lengths[0], rounds, idleSecond),
    await taken(server, kind, video, lengths[1], rounds, idleSecond),
  ]
  const line = (field: keyof Taken): Line => lineThrough(lengths, [short[field], long[field]])
  return {
    ...{ kind, lengths, mediaMegabytes },
    ...{ media: line('media'), server: line('server'), wall: line('wall') },
    ...{ fetched: line('fetched'), written: line('written'), requests: line('requests') },
  }
}

async function taken(
  server: CostServer,
  kind: ClipKind,
  video: Video,
  seconds: number,
  rounds: number,
  idleSecond: number,
): Promise<Taken> {
  const cuts: Awaited<ReturnType<typeof cutOnce>>[] = []
  await server.settle()
  const before = processTimes(server.kerf.processId)
  for (let round = 0; round < rounds; round++) {
    cuts.push(await cutOnce(server, kind, video, seconds))
    await server.settle()
  }
  const media = (processTimes(server.kerf.processId).children - before.children) / rounds
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    media,
    server: mean(cuts.map(({ server, wall }) => server - wall * idleSecond)),
    fetched: mean(cuts.map(({ fetched }) => fetched)),
    written: mean(cuts.map(({ written }) => written)),
    requests: median(cuts.map(({ requests }) => requests)),
    wall: Math.min(...cuts.map(({ wall }) => wall)),
  }
}

async function cutOnce(server: CostServer, kind: ClipKind, video: Video, seconds: number) {
  const { film, wish, everySeconds } = CUT_KINDS[kind]
  const latest = server.filmOf(film).seconds - seconds
  // No two wishes are the same: equal ones would share a clip. From a keyframe another end makes the difference.
  const anywhere = Math.round(Math.random() * latest * 1000) / 1000
  const start = everySeconds ? Math.floor(anywhere / everySeconds) * everySeconds : anywhere
  const shorter = everySeconds ? Math.round(Math.random() * 400) / 1000 : 0
  await server.admin.trim(video, start, start + seconds - shorter)
  server.media.takeTraffic()
  const begin = performance.now()
  const asked = await ask(server.admin, video, wish)
  const before = processTimes(server.kerf.processId).own
  const done = await finished(server.admin, asked)
  const wall = (performance.now() - begin) / 1000
  const { bytes, requests } = server.media.takeTraffic()
  return {
    ...{ wall, requests, fetched: bytes, written: done.fileSize ?? 0 },
    server: processTimes(server.kerf.processId).own - before,
  }
}

/** Resident memory at its highest, of the longer clip: looked at while it is cut, which is why its times count for nothing. */
async function watchedMegabytes(server: CostServer, kind: ClipKind, video: Video): Promise<number> {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const { processId } of await mediaProcesses(server.kerf.dataDirectory)) {
        try {
          peak = Math.max(peak, peakMegabytes(processId))
        } catch {
          // It has just ended.
        }
      }
    }
  })()
  await cutOnce(server, kind, video, CUT_KINDS[kind].lengths[1])
  isOver = true
  await watching
  return peak
}

/** Through two points, one that neither falls nor begins below nothing: where it would, all of it is for each clip, or for each second. */
function lineThrough([short, long]: readonly [number, number], [low, high]: readonly [number, number]): Line {
  const aSecond = (high - low) / (long - short)
  const each = low - aSecond * short
  if (aSecond < 0) return { each: (low + high) / 2, aSecond: 0 }
  return each >= 0 ? { each, aSecond } : { each: 0, aSecond: (low / short + high / long) / 2 }
}
