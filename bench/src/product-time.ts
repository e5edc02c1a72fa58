import { setTimeout as wait } from 'node:timers/promises'
import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { videoIds } from '@kerf/standins/youtube/videos'
import { AccountHolder, PASSWORD } from '../../tests/journeys/src/harness/account-holder.ts'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { linkTo, realYtdlp } from '../../tests/journeys/src/harness/youtube.ts'
import { median } from './figures.ts'
import { treeProcessorSeconds } from './load-server.ts'
import { ROUND_TRIP_MILLISECONDS } from './media-server.ts'
import { numberIn, readArguments } from './read-arguments.ts'
import { cutWithYtdlp } from './rival-methods.ts'

const USAGE = `npm run bench:product -- [CLIPS [SEED]]
Measures the waiting times of the whole product: from a YouTube link to its options, and from the request for a clip
to its last byte, compared with \`yt-dlp --force-keyframes-at-cuts\` and the same stand-in. The clips are random, of 1
to 12 s, from a pair of 1080p video and audio. Also measures the processor time of a free clip. Every answer of the
stand-in takes a round trip of 50 ms. Prints medians. 10 clips of seed 1 by default.`
const [clips = '10', seed = '1'] = readArguments(USAGE, { allowPositionals: true }).positionals
const CLIP_COUNT = numberIn(clips, USAGE)
const SEED = numberIn(seed, USAGE)
const VIDEO_SECONDS = 60
const POLL_INTERVAL_MILLISECONDS = 10
const LINK = linkTo(videoIds.onlyAvc)
const ADMIN_EMAIL = 'admin@example.org'

if (!realYtdlp) throw new Error('This comparison needs yt-dlp and ffmpeg on the PATH.')
const standin = await startYoutubeStandin({ seconds: VIDEO_SECONDS, upToHeight: 1080 })
standin.configure({ delayMilliseconds: ROUND_TRIP_MILLISECONDS })
const kerf = await startKerf({
  environment: {
    OUTBOUND_PROXY: standin.proxyUrl,
    YTDLP_PATH: realYtdlp,
    SSL_CERT_FILE: standin.caPath,
    ADMIN_EMAIL: ADMIN_EMAIL,
    ADMIN_PASSWORD: PASSWORD,
  },
})
try {
  const admin = new AccountHolder(kerf.url, { email: ADMIN_EMAIL })
  await admin.signIn()
  await admin.call('PUT', '/api/admin/settings', { freeMaxQuality: '1080p', freeDailyLimit: 1000 })
  const begin = performance.now()
  const video = await admin.process(LINK)
  console.log(`link to options: ${Math.round(performance.now() - begin)} ms`)

  await cutFreeClip(videoIds.hostileTitle)
  const spentBefore = treeProcessorSeconds(kerf.processId)
  const freeClips = [videoIds.ordinary, videoIds.onlyAvc]
  for (const id of freeClips) await cutFreeClip(id)
  const processorSeconds = (treeProcessorSeconds(kerf.processId) - spentBefore) / freeClips.length
  console.log(`a free clip of 30 s in 360p, from link to file: ${processorSeconds.toFixed(2)} s of processor time`)

  const random = seededRandom(SEED)
  const ratios: number[] = []
  const parts: Record<string, number[]> = {}
  for (let clip = 0; clip < CLIP_COUNT; clip++) {
    const length = Number((1 + random() * 11).toFixed(3))
    const startTime = Number((random() * (VIDEO_SECONDS - length)).toFixed(3))
    const range = { startTime, endTime: Number((startTime + length).toFixed(3)) }
    const kerfTimes = await cutByKerf(admin, video, range)
    const ytdlpTime = await cutByYtdlp(range)
    for (const [part, value] of Object.entries({ ...kerfTimes, 'yt-dlp --force-keyframes-at-cuts': ytdlpTime })) {
      parts[part] ??= []
      parts[part].push(value)
    }
    ratios.push(kerfTimes['request to file'] / ytdlpTime)
  }
  for (const [part, values] of Object.entries(parts)) console.log(`${part}: ${Math.round(median(values))} ms`)
  console.log(`ratio: ${median(ratios).toFixed(3)}`)
} finally {
  await kerf.dispose()
  await standin.close()
}

/** Cuts a free clip as a new visitor, with one status poll a second. */
async function cutFreeClip(id: string): Promise<void> {
  const someone = new Visitor(kerf.url)
  const video = await someone.process(linkTo(id))
  await someone.setTrim(video, 11.3, 41.3)
  const download = await someone.requestDownload(video, '360p')
  let currentDownload = download
  while (currentDownload.status === 'processing') {
    await wait(1000)
    currentDownload = (await someone.fetchStatus(currentDownload)).body
  }
  if (currentDownload.status !== 'completed')
    throw new Error(`A free clip ended as ${currentDownload.status}: ${currentDownload.error}`)
  await someone.fetchFile(currentDownload)
}

interface Range {
  startTime: number
  endTime: number
}

async function cutByKerf(someone: AccountHolder, video: Video, range: Range) {
  const begin = performance.now()
  const elapsedMilliseconds = (): number => performance.now() - begin
  const request = { quality: '1080p', ranges: [range] }
  const { status, body } = await someone.call<Download>('POST', `/api/video/${video.id}/download`, request)
  if (status !== 202) throw new Error(`The download was answered with ${status}: ${JSON.stringify(body)}`)
  const acceptedAt = elapsedMilliseconds()
  let currentDownload = body
  let startedAt = Number.NaN
  let firstBytes = Number.NaN
  while (currentDownload.status === 'processing') {
    await wait(POLL_INTERVAL_MILLISECONDS)
    currentDownload = (await someone.fetchStatus(body)).body
    if (Number.isNaN(startedAt) && currentDownload.stage !== 'waiting') startedAt = elapsedMilliseconds()
    if (Number.isNaN(firstBytes) && currentDownload.stage !== 'waiting' && currentDownload.stage !== 'resolving')
      firstBytes = elapsedMilliseconds()
  }
  if (currentDownload.status !== 'completed')
    throw new Error(`The clip ${JSON.stringify(range)} ended as ${currentDownload.status}: ${currentDownload.error}`)
  const finishedAt = elapsedMilliseconds()
  await someone.fetchFile(body)
  return {
    accepted: acceptedAt,
    'waiting for a worker': startedAt - acceptedAt,
    'opening and planning': firstBytes - startedAt,
    'cutting and publishing': finishedAt - firstBytes,
    'the cut itself': currentDownload.receipt?.wallMilliseconds ?? Number.NaN,
    'sending the file': elapsedMilliseconds() - finishedAt,
    'request to file': elapsedMilliseconds(),
  }
}

async function cutByYtdlp(range: Range): Promise<number> {
  const { proxyUrl, caPath } = standin
  const format = ['-f', 'bestvideo[height=1080]+bestaudio', '--force-keyframes-at-cuts']
  const begin = performance.now()
  await cutWithYtdlp(
    { singleUrl: LINK, ...range, output: null },
    ['--proxy', proxyUrl, '--no-check-certificates', ...format],
    {
      SSL_CERT_FILE: caPath,
      HTTPS_PROXY: proxyUrl,
      HTTP_PROXY: proxyUrl,
    },
  )
  return performance.now() - begin
}
