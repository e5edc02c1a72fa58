import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny'
import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { audioCodecName, videoCodecName } from '../../bitstream/codec-names.ts'
import { OPUS_RATE, opusPacketSamples, opusPreSkipSeconds } from '../../bitstream/opus.ts'
import { correctAacDescription } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { PartReader, type ReadOptions } from '../../io/part-reader.ts'
import { audioTrackFacts, chooseAudio, describeInput } from '../common/audio-choice.ts'
import { chaptersOnTimeline } from '../common/chapters.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import type { OpenedPart, OpenedVideo, WantedTracks } from '../common/opened-part.ts'
import { gridOf, type PacketGrid, packetSeconds } from '../common/packet-grid.ts'
import { openSequentialFile } from '../common/sequential-file.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { MAX_REORDERED, tickAfterLostFrames } from '../common/shown-packets.ts'
import { findTimeOrigin, trackStartSeconds } from '../common/time-origin.ts'
import { codecNameInContainer, describeAudioTrack, describeVideoTrack, matrixOf } from '../common/track-descriptions.ts'
import { searchClusters } from './cluster-search.ts'
import { readWebmLayout, type WebmLayout } from './webm-layout.ts'
import { openWebmTexts } from './webm-text.ts'
import { openWebmTrack, WEBM_TIMESCALE, type WebmFile, webmPackets, wholeFileInputs } from './webm-track.ts'
import { endViewBefore, hideClusters, openWebmInput, type WebmView } from './webm-view.ts'

/** Bytes from the first cluster on that are read, in growing steps, until they are enough to describe the tracks. */
const BEGINNING_BYTES = [128 * 1024, 512 * 1024, 2 * 1024 * 1024]
/** Number of first packets that are enough to describe a track, for example its frame rate. */
const DESCRIBING_PACKETS = 48
/** Largest rounding error of a timestamp in milliseconds, with a small margin. */
const MAX_ROUNDING_SECONDS = 0.0006
/** Maximum number of clusters at the end of a cut-off recording that are searched for packets. */
const MAX_EMPTY_CLUSTERS = 4

/** Blocks that sequential reads fetch at once in a file without cues. */
const BLOCKS_PER_READ = 4

/** Opens a Matroska or WebM file, which mediabunny parses; null if the file is neither. */
export async function openWebmFile(
  file: PartReader,
  blocks: BlockCache,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const layout = await readWebmLayout(blocks, options)
  if (!layout) return null
  const entries = [...layout.entries.values()]
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw unsupportedMedia('The media is encrypted.')
  if (entries.some(({ isEncoded, kind }) => isEncoded && kind !== 'subtitles')) {
    return openEncodedFile(file, blocks, layout, wantedTracks, options)
  }
  blocks.setReadAhead(layout.cues ? 1 : BLOCKS_PER_READ)
  if (layout.firstCluster < 0) throw brokenMedia('The media has no frames and no audio.')
  return openTracks(file, blocks, layout, wantedTracks, options)
}

function openEncodedFile(
  file: PartReader,
  blocks: BlockCache,
  layout: WebmLayout,
  wantedTracks: WantedTracks,
  options: ReadOptions,
) {
  if (layout.isCutOff) {
    throw brokenMedia('The media ends before its last part; it was probably cut off.')
  }
  return openSequentialFile(blocks, wantedTracks, options, {
    delayOf: (track) => layout.entries.get(track)?.delaySeconds ?? null,
    describeExtras: (originSeconds, durationSeconds) => describeExtras(layout, file, originSeconds, durationSeconds),
  })
}

/** Text tracks and chapters of the file. @param originSeconds timestamp at which the part's timeline begins */
function describeExtras(layout: WebmLayout, file: PartReader, originSeconds: number, durationSeconds: number) {
  return {
    texts: openWebmTexts(layout, file, originSeconds),
    chapters: chaptersOnTimeline(layout.chapters, originSeconds, durationSeconds),
  }
}

async function openTracks(
  wholeFile: PartReader,
  blocks: BlockCache,
  layout: WebmLayout,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const beginning = await readBeginning(blocks, layout, wantedTracks, options)
  const { input, video: videoInput, audio: audioInput, choice, frames, audioPackets } = beginning
  try {
    const tickSeconds = 1 / (await (videoInput ?? audioInput!).getTimeResolution())
    const timing = { tickSeconds, endSeconds: 0 }
    const search = searchClusters(blocks, layout, timing)
    const file: WebmFile = {
      blocks,
      layout,
      search,
      readableView: await openReadableView(blocks, layout, search, options),
    }
    const openedTracks = [videoInput, audioInput].filter((track) => track !== null)
    const claimedSeconds = await input.getDurationFromMetadata(openedTracks)
    const hasClaimedDuration = claimedSeconds !== null && claimedSeconds > 0 && Number.isFinite(claimedSeconds)
    const isCutOff = layout.isCutOff || (layout.isOpenEnded && file.readableView.end < blocks.sizeBytes)
    const end = hasClaimedDuration && !isCutOff ? null : await findEnd(file, [videoInput, audioInput], options)
    timing.endSeconds = end?.seconds ?? claimedSeconds!
    const shownUntil = (isCutOff && end?.lostSeconds) || Infinity

    const inputOf = wholeFileInputs(file)
    const reader = new PartReader({
      sizeBytes: blocks.sizeBytes,
      read: () => Promise.reject(new Error('Packets are read with their blocks.')),
    })
    reader.read = async (start, end, reading) => Buffer.from(await blocks.read(start, end, reading))
    const trackOf = (kind: 'video' | 'audio', number: number, packets: PacketRef[], grid: PacketGrid | null) => {
      const packetTicks = (layout.entries.get(number)?.packetSeconds ?? 0) * WEBM_TIMESCALE
      return openWebmTrack(file, inputOf, { number, kind, packetTicks, grid, firstPts: firstPts(packets, grid) })
    }
    const videoGrid = videoInput && gridOfTrack(frames, layout.entries.get(videoInput.id)?.packetSeconds ?? null)
    const videoDescription = videoInput?.isVideoTrack() ? await describeVideoTrack(videoInput, null) : null
    const claimedAudio = audioInput?.isAudioTrack() ? await describeAudioTrack(audioInput) : null
    const [firstAudio, secondAudio] = audioPackets
    const readPacketBytes = ({ offset, sizeBytes }: PacketRef) => reader.read(offset, offset + sizeBytes, options)
    const audioDescription = await correctAacDescription(wantedTracks.codecs, claimedAudio, async () =>
      firstAudio ? readPacketBytes(firstAudio) : null,
    )
    const entry = audioInput && layout.entries.get(audioInput.id)
    const isOpus = claimedAudio?.codec === 'opus'
    const opusSeconds = isOpus && secondAudio ? opusPacketSamples(await readPacketBytes(secondAudio)) / OPUS_RATE : null
    const audioPacketSeconds =
      opusSeconds ?? (claimedAudio && packetSeconds(claimedAudio)) ?? entry?.packetSeconds ?? null
    const audioGrid = gridOfTrack(audioPackets, audioPacketSeconds)
    const preSkip = isOpus ? opusPreSkipSeconds(claimedAudio.configuration) : 0
    const delaySeconds = entry?.delaySeconds ?? preSkip

    const video = videoDescription && trackOf('video', videoInput!.id, frames, videoGrid)
    const audio = audioDescription && trackOf('audio', audioInput!.id, audioPackets, audioGrid)
    const audioStart = await trackStartSeconds(audio, options)
    const origin = findTimeOrigin(
      await trackStartSeconds(video, options),
      audioStart === null ? null : audioStart - delaySeconds,
    )
    const access = (track: IndexedTrack, bySeconds: number, untilSeconds = Infinity) => {
      const endTick = (untilSeconds - bySeconds) * WEBM_TIMESCALE
      const movedTrack = shiftedTrack(track, Math.round(bySeconds * WEBM_TIMESCALE), endTick)
      return { kind: 'indexed', track: movedTrack, reader } as const
    }
    const durationSeconds = timing.endSeconds - origin
    return {
      container: (await input.getFormat()).name.toLowerCase(),
      durationSeconds,
      ...(isCutOff && { breaksOffSeconds: durationSeconds }),
      video: video && {
        description: withCopyability(videoDescription),
        matrix: matrixOf(videoDescription),
        frameRate: measureFrameRate(frames),
        access: access(video, origin, shownUntil - MAX_ROUNDING_SECONDS),
        ...(videoGrid ? {} : { timesRoundedBySeconds: MAX_ROUNDING_SECONDS }),
      },
      audio: audio && { description: audioDescription, access: access(audio, origin + delaySeconds) },
      ...(audioInput && !audio ? { unreadableAudio: await codecNameInContainer(audioInput) } : {}),
      leftOut: listLeftOut(layout, wantedTracks, videoInput),
      ...describeExtras(layout, wholeFile, origin, durationSeconds),
      ...(choice && (await audioTrackFacts(choice, audioDescription, (track) => describeWebmAudio(track, layout)))),
    }
  } finally {
    input.dispose()
  }
}

function listLeftOut({ entries }: WebmLayout, wantedTracks: WantedTracks, video: InputTrack | null): LeftOut[] {
  const trackEntries = [...entries.values()]
  const leftOut: LeftOut[] = []
  if (video && entries.get(video.id)?.hasAlpha) leftOut.push('alpha')
  if (wantedTracks.audio && trackEntries.filter(({ kind }) => kind === 'audio').length > 1) leftOut.push('other_audio')
  if (wantedTracks.video && trackEntries.some(({ kind }) => kind === 'subtitles')) leftOut.push('subtitles')
  return leftOut
}

/** Reads enough of the file to describe its tracks: a part of the first cluster, or more. */
async function readBeginning(blocks: BlockCache, layout: WebmLayout, wantedTracks: WantedTracks, options: ReadOptions) {
  const fileView: WebmView = { end: blocks.sizeBytes, patches: [] }
  for (const size of [...BEGINNING_BYTES, Infinity]) {
    const { firstCluster } = layout
    const limit = Math.min(blocks.sizeBytes, firstCluster + size)
    const isWholeFile = limit === blocks.sizeBytes
    const view = isWholeFile ? fileView : await endViewBefore(blocks, fileView, firstCluster, limit, options)
    const webmInput = view && openWebmInput(blocks, view, options)
    const tracks = (await webmInput?.input.getTracks()) ?? []
    const packetsOf = async (track: InputTrack | null) => {
      const packets: PacketRef[] = []
      const sink = track && new EncodedPacketSink(track)
      const refOf = webmPackets(webmInput!, 0, null)
      for (let packet = await sink?.getFirstPacket(); packet; packet = await sink!.getNextPacket(packet)) {
        if (packet.byteLength > 0) packets.push(refOf(packet))
        if (packets.length === DESCRIBING_PACKETS) break
      }
      return packets
    }
    const video = wantedTracks.video ? (await selectTracks(tracks, 'video')).defaultTrack : null
    const audioTracks = wantedTracks.audio ? await selectTracks(tracks, 'audio') : null
    // Bytes without a whole block give no input and no tracks.
    const choice =
      audioTracks && webmInput && chooseAudio(audioTracks.readable, audioTracks.defaultTrack, wantedTracks.audioTrack)
    const audio = choice?.chosen ?? null
    const [frames, audioPackets] = webmInput ? [await packetsOf(video), await packetsOf(audio)] : [[], []]
    const hasEnough = (track: InputTrack | null, packets: PacketRef[]) => !track || packets.length > MAX_REORDERED
    if (isWholeFile || (webmInput && hasEnough(video, frames) && hasEnough(audio, audioPackets))) {
      if (!video && !audio) {
        throw unsupportedMedia('There is neither video nor audio that we can read.')
      }
      return { ...webmInput!, video, audio, choice, frames, audioPackets }
    }
    webmInput?.input.dispose()
  }
  throw new Error('The whole file is always enough.')
}

/** The readable tracks of a kind, and the default track: the one that is marked as default, or the first one. */
async function selectTracks(tracks: readonly InputTrack[], kind: 'video' | 'audio') {
  const tracksOfKind = tracks.filter((track) => (kind === 'video' ? track.isVideoTrack() : track.isAudioTrack()))
  const readableTracks: InputTrack[] = []
  let defaultTrack: InputTrack | null = null
  for (const track of tracksOfKind) {
    const codec = await track.getCodec()
    if (!codec || !(kind === 'video' ? videoCodecName(codec) : audioCodecName(codec))) continue
    readableTracks.push(track)
    if (!defaultTrack && (await track.getDisposition()).default) defaultTrack = track
  }
  return { readable: readableTracks, defaultTrack: defaultTrack ?? readableTracks[0] ?? tracksOfKind[0] ?? null }
}

async function describeWebmAudio(track: InputTrack, { entries }: WebmLayout) {
  const { language = null, name = null } = entries.get(track.id) ?? {}
  return { ...(await describeInput(track)), language, name }
}

/** View of the readable part of a file. It ends after the last complete block of a cut-off or live recording. */
async function openReadableView(
  blocks: BlockCache,
  { isCutOff, isOpenEnded, segmentEnd }: WebmLayout,
  search: WebmFile['search'],
  options: ReadOptions,
): Promise<WebmView> {
  const fileView: WebmView = { end: blocks.sizeBytes, patches: [] }
  if (!isCutOff && !isOpenEnded) return fileView
  const lastCluster = await search.previousCluster(segmentEnd, options)
  return (await endViewBefore(blocks, fileView, lastCluster, segmentEnd, options)) ?? fileView
}

/**
 * End of the last packets, for a file without a valid duration. `lostSeconds`: timestamp of the first video frame after
 * a gap near the end of a cut-off recording. From there on nothing is shown. null: no gap.
 */
async function findEnd(
  { blocks, layout, search, readableView }: WebmFile,
  tracks: (InputTrack | null)[],
  options: ReadOptions,
): Promise<{ seconds: number; lostSeconds: number | null }> {
  let end = 0
  let lostSeconds: number | null = null
  let clusterOffset = layout.segmentEnd
  for (let tries = 0; end === 0 && tries < MAX_EMPTY_CLUSTERS && clusterOffset > layout.firstCluster; tries++) {
    clusterOffset = await search.previousCluster(clusterOffset, options)
    const { input } = openWebmInput(blocks, hideClusters(readableView, layout.firstCluster, clusterOffset), options)
    for (const track of await input.getTracks()) {
      if (!tracks.some((openedTrack) => openedTrack?.id === track.id)) continue
      const sink = new EncodedPacketSink(track)
      const packets: EncodedPacket[] = []
      for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet)) {
        throwIfCancelled(options.signal)
        packets.push(packet)
      }
      const gapEnd = track.isVideoTrack() ? tickAfterLostFrames(packets.map(({ timestamp }) => timestamp)) : null
      lostSeconds = gapEnd ?? lostSeconds
      const shownPackets = packets.filter(({ timestamp }) => timestamp < (gapEnd ?? Infinity))
      end = shownPackets.reduce((most, { timestamp, duration }) => Math.max(most, timestamp + duration), end)
    }
  }
  return { seconds: end, lostSeconds }
}

function withCopyability(description: OpenedVideo['description']): OpenedVideo['description'] {
  const isLengthPrefixed = description.configurations[0]?.[0] === 1
  return { ...description, isCopyable: description.codec === 'h264' && isLengthPrefixed }
}

function gridOfTrack(packets: readonly PacketRef[], seconds: number | null): PacketGrid | null {
  const times = packets.map(({ pts }) => pts)
  return gridOf(times, seconds && seconds * WEBM_TIMESCALE)
}

function firstPts(packets: readonly PacketRef[], grid: PacketGrid | null): number | null {
  const times = packets.slice(0, MAX_REORDERED).map(({ pts }) => pts)
  return grid?.firstTick ?? (times.length > 0 ? Math.min(...times) : null)
}

function measureFrameRate(packets: readonly PacketRef[]): number {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const span = times.length > 1 ? times.at(-1)! - times[0]! : 0
  return span > 0 ? ((times.length - 1) * WEBM_TIMESCALE) / span : 0
}
