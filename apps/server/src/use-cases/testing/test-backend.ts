import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Receipt } from '@kerf/contract/download'
import { quotaPeriods } from '@kerf/domain/access/quota'
import type { FileNames } from '@kerf/domain/formats/title-file-name'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import type { OpenDatabase } from '../../adapters/database/open-database.ts'
import { DEFAULT_KIND } from '../../adapters/database/testing/open-test-database.ts'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { createMetrics } from '../../adapters/metrics/create-metrics.ts'
import { isPublicIpAddress } from '../../adapters/outbound/public-ip-address.ts'
import { storedZips } from '../../adapters/zip/stored-zips.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { CutWorker } from '../../ports/cut-worker.ts'
import type { Records } from '../../ports/database.ts'
import type { FileStore, Zips } from '../../ports/files.ts'
import type { SubmittedSegments } from '../../ports/marks.ts'
import type { ClipPosters, CutInput, CutterReceipt, EdgePreviews, MediaEngine } from '../../ports/media.ts'
import { type Metrics, type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import type { LocatedRendition, Resolution, ResolvedVideo, VideoSource, VideoSources } from '../../ports/sources.ts'
import { NO_TRACING, type Tracing } from '../../ports/tracing.ts'
import { type Caches, createCaches } from '../shared/caches.ts'
import type { Log, Presets, SignInMethods } from '../shared/deps.ts'
import { type IpAddressQuotaKey, ipAddressQuotaKey } from '../shared/ip-address-quota-key.ts'
import { type LimitAttempts, limitAttempts } from '../shared/limit-attempts.ts'
import { newId } from '../shared/new-id.ts'
import type { Outcome } from '../shared/outcome.ts'
import { detailsOf } from '../videos/bounded-video.ts'

/** Default work of the engine: writes a four-byte clip. */
export const writeClip: TestBackend['engine']['work'] = async (order) => {
  await writeFile(order.filePath, 'clip')
  return RECEIPT
}

/** The backend's database with changed records in its transactions. */
export function withinTransactions(
  { database }: TestBackend,
  change: (records: Records) => Partial<Records>,
): OpenDatabase {
  return {
    ...database,
    transaction: (work) => database.transaction((records) => work({ ...records, ...change(records) })),
  }
}

/** Value of an outcome. Throws for a refusal. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code} ${outcome.details ?? ''}`)
  return outcome.value
}

/** A private IP address, which no quota counts. */
export const PRIVATE_IP_ADDRESS = '192.168.0.7'

export const RECEIPT: Receipt = {
  frames: 300,
  firstFrameSeconds: 0,
  lastFrameSeconds: 9.967,
  framesCopied: 290,
  framesReencoded: 10,
  soundOffsetMilliseconds: 0,
  durationSeconds: 10,
  bytesFetched: 1000,
  clipBytes: 4,
  wallMilliseconds: 5,
  way: 'smart',
}

const RENDITION: LocatedRendition = {
  id: '18',
  carries: 'both',
  container: 'mp4',
  videoCodec: 'avc1.42001E',
  audioCodec: 'mp4a.40.2',
  width: 640,
  height: 360,
  frameRate: 30,
  bitrate: 500_000,
  sizeBytes: 1_000_000,
  audioPreference: 0,
  address: 'https://media.example/18',
  headers: {},
}

export const RESOLVED_VIDEO: ResolvedVideo = {
  title: 'A video',
  durationSeconds: 100,
  thumbnailAddress: null,
  channel: null,
  views: null,
  publishedAt: null,
  renditions: [RENDITION],
  filmstrip: null,
  addressesExpireAt: null,
}

/** A video in two languages, with captions in both, and chapters. */
export const DUBBED_VIDEO: ResolvedVideo = {
  ...RESOLVED_VIDEO,
  renditions: [
    { ...RENDITION, audioTrack: 'en' },
    { ...RENDITION, id: '134', carries: 'video', audioCodec: null, sizeBytes: 900_000 },
    ...(['en', 'de'] as const).map((audioTrack) => ({
      ...RENDITION,
      id: `140-${audioTrack}`,
      carries: 'audio' as const,
      videoCodec: null,
      audioTrack,
      audioPreference: audioTrack === 'en' ? 10 : 0,
      sizeBytes: 200_000,
      address: `https://media.example/140-${audioTrack}`,
    })),
  ],
  captions: [
    { id: 'en', language: 'en', label: 'English', isAutomatic: false, address: 'https://captions.example/en' },
    { id: 'de', language: 'de', label: 'German', isAutomatic: false, address: 'https://captions.example/de' },
  ],
  chapters: [
    { title: 'Before', startTime: 0, endTime: 5 },
    { title: 'After', startTime: 5, endTime: 100 },
  ],
  audioTracks: [
    { id: 'en', language: 'en', label: 'English (original)', isOriginal: true },
    { id: 'de', language: 'de', label: 'German', isOriginal: false },
  ],
}

/** Captions of DUBBED_VIDEO in each language: one cue before ten seconds, one across them, one after. */
export const readDubbedCaptions: NonNullable<VideoSource['readCaptions']> = async (_, { language }) => ({
  language,
  cues: [
    { startTime: 2, endTime: 4, text: `early, in ${language}` },
    { startTime: 9, endTime: 12, text: `across, in ${language}` },
    { startTime: 30, endTime: 32, text: `late, in ${language}` },
  ],
})

/**
 * Dependencies for tests of use cases: a real database and folder, and a source and an engine that the test controls.
 * Tests check rows, quota units and files, but no media. All is removed afterwards.
 */
export interface TestBackend {
  database: OpenDatabase
  unfinishedJobIds(): Promise<Set<string>>
  describeEnd: OpenDatabase['cutWorker']['describeEnd']
  files: FileStore
  filesPath: string
  zips: Zips
  clock: { now(): Date; set(time: Date): void; pass(seconds: number): void }
  source: VideoSource & { answers: Resolution[]; asked: string[] }
  engine: MediaEngine & { work: (order: CutInput, signal: AbortSignal) => Promise<CutterReceipt> }
  /** Sources by id; by default only `source`, as YouTube. */
  sources: VideoSources
  worker: CutWorker
  /** Passwords without an identity provider, by default. */
  signInMethods: SignInMethods
  publicUrl: URL | null
  fileNames: FileNames
  submittedSegments: SubmittedSegments | null
  log: Log
  metricsRecorder: MetricsRecorder
  tracing: Tracing
  edgePreviews: EdgePreviews
  posters: ClipPosters
  caches: Caches
  ipAddressQuotaKey: IpAddressQuotaKey
  limits: LimitAttempts
  presets: Presets
  isPublicIpAddress: (address: string) => boolean
  /** Metrics of a server on this backend. */
  metrics(): Metrics
  viewer(): Promise<ViewerRecord>
  /** Used quota units of this viewer on the clock's day. */
  usedToday(viewerId: string): Promise<number>
  video(
    viewer: ViewerRecord,
    range?: TimeRange,
    resolvedVideo?: ResolvedVideo,
    place?: Partial<Pick<VideoRecord, 'source' | 'reference' | 'link'>>,
  ): Promise<VideoRecord>
  /** Caches a resolution of the video, as if its source had just answered. */
  remember(video: VideoRecord, resolvedVideo: ResolvedVideo): Promise<void>
}

/**
 * Settings that a test backend takes from its environment. With `plans: null` it is undecided whether plans are sold.
 */
export const PRESETS: Presets = { access: 'public', retentionHours: 24, sources: ['youtube', 'media'], plans: null }

export async function openTestBackend(kind = DEFAULT_KIND): Promise<TestBackend> {
  const { database } = await kind.open()
  const folder = temporaryDirectory()
  const filesPath = join(folder, 'files')
  const files = createDiskFileStore({ filesPath, scratchPath: join(folder, 'scratch') })
  let now = new Date('2026-11-20T12:00:00Z')
  const clock = {
    now: () => now,
    set: (time: Date) => {
      now = time
    },
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }

  const source: TestBackend['source'] = {
    answers: [],
    asked: [],
    resolve: async (reference) => {
      source.asked.push(reference)
      return source.answers.shift() ?? { ok: true, video: RESOLVED_VIDEO }
    },
    openRendition: async () => ({ sizeBytes: 1000, read: async (start, end) => new Uint8Array(end - start) }),
    fetchImage: async () => ({ mediaType: 'image/jpeg', bytes: new Uint8Array(1) }),
  }
  const engine: TestBackend['engine'] = {
    work: writeClip,
    inspect: async () => ({
      durationSeconds: 100,
      container: 'mp4',
      video: null,
      audio: null,
      cheapWaveform: null,
    }),
    readPreview: async () => undefined,
    readGop: async (_source, { atSeconds }) => ({
      bytes: new Uint8Array(8),
      startTime: Math.floor(atSeconds),
      endTime: Math.floor(atSeconds) + 1,
    }),
    drawFrame: async (_source, { atSeconds }) => ({
      bytes: new Uint8Array(8),
      startTime: atSeconds,
      endTime: atSeconds + 0.1,
    }),
    facts: async () => ({ version: 'FFmpeg 8.1', missingCodecs: [] }),
    hasAmpleMemory: () => false,
    isConfined: () => true,
    stopPreviews: () => undefined,
    cut: (order, { signal }) => engine.work(order, signal),
    close: async () => undefined,
  }

  return {
    database,
    unfinishedJobIds: () => database.cutWorker.unfinishedJobIds(),
    describeEnd: (jobId) => database.cutWorker.describeEnd(jobId),
    files,
    filesPath,
    zips: storedZips,
    clock,
    source,
    engine,
    edgePreviews: { read: async () => new Uint8Array(8) },
    posters: { draw: async () => new Uint8Array(8) },
    sources: { youtube: source },
    worker: database.cutWorker,
    publicUrl: null,
    fileNames: 'quality',
    submittedSegments: null,
    signInMethods: { localPasswords: true, provider: null, oidcSignUp: true, adminGroup: null },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metricsRecorder: NO_METRICS,
    tracing: NO_TRACING,
    caches: createCaches(database),
    isPublicIpAddress,
    metrics: () =>
      createMetrics({
        role: 'serve',
        version: '0',
        sources: {
          stats: database.operatingStats,
          databaseBytes: database.sizeBytes,
          connections: database.connections,
          disk: files.diskSpace,
          lastSweepAt: async () => null,
          lastPaymentRoundAt: async () => null,
        },
        onMissing: () => undefined,
      }),
    presets: PRESETS,
    ipAddressQuotaKey: ipAddressQuotaKey({ enabled: true, secret: 'a secret', isPublicIpAddress }),
    limits: limitAttempts({ database, clock, enabled: true, secret: 'a secret' }),
    viewer: () => database.records.viewers.create(newId(), now),
    usedToday: async (viewerId) => (await database.records.quota.usage(viewerId, quotaPeriods(now))).today,
    async video(viewer, range = { startTime: 0, endTime: 10 }, resolvedVideo = RESOLVED_VIDEO, place = {}) {
      const details = detailsOf(resolvedVideo)
      if (!details) throw new Error('It is too long.')
      const video: VideoRecord = {
        id: newId(),
        viewerId: viewer.id,
        source: 'youtube',
        // A unique reference, so that tests do not share clips by accident.
        reference: newId().slice(0, 11),
        link: 'https://youtu.be/x',
        trim: range,
        details,
        createdAt: now,
        ...place,
      }
      await database.records.videos.insert(video)
      return video
    },
    remember: ({ source, reference }, resolvedVideo) =>
      database.records.resolutions.save(source, reference, resolvedVideo, now),
  }
}
