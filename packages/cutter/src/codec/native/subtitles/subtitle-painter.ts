import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  type AVColorSpace,
} from 'node-av/constants'
import { type FilterContext, type FilterGraph, Frame } from 'node-av/lib'
import type { SubtitleCue } from '../../../api/subtitles.ts'
import { isSideways } from '../../../bitstream/turn.ts'
import type { PainterInput, SubtitlePainter } from '../../frame-tools.ts'
import { requireEncoded } from '../libav/codec-result.ts'
import { openFilterGraph } from '../libav/filter-graph.ts'
import { frameOf, NativeFrame } from '../libav/native-frame.ts'
import { gatherFonts, requireDrawable } from './subtitle-fonts.ts'
import { subtitleScript } from './subtitle-script.ts'

/** Tolerance for times of frames, which are rounded to ticks. */
const TOLERANCE_SECONDS = 1e-4

interface OpenGraph {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
  shape: string
  cue: SubtitleCue
}

/**
 * Opens a painter that uses libass. Each cue has its own renderer, so that the renderer's caches do not grow, and a
 * frame's time is all that selects its cue.
 * @throws CutterError unsupported_media if there is no font for the subtitles
 */
export function subtitlePainter(input: PainterInput): SubtitlePainter {
  const { cues } = input
  const texts = cues.map(({ text }) => text)
  requireDrawable(texts)
  const paintedFrame = new Frame()
  paintedFrame.alloc()
  let currentGraph: OpenGraph | null = null
  let cueIndex = 0
  let folder: Promise<Folder> | null = null

  const cueAt = (seconds: number): SubtitleCue | null => {
    const time = seconds + TOLERANCE_SECONDS
    while (cues[cueIndex] && cues[cueIndex]!.endTime <= time) cueIndex += 1
    const cue = cues[cueIndex]
    return cue && cue.startTime <= time ? cue : null
  }

  const closeGraph = () => {
    currentGraph?.graph.free()
    currentGraph = null
  }

  const graphFor = async (frame: Frame, cue: SubtitleCue): Promise<OpenGraph> => {
    const { width, height, colorSpace, colorRange } = frame
    const shape = [width, height, colorSpace, colorRange].join()
    if (currentGraph?.shape === shape && currentGraph.cue === cue) return currentGraph
    closeGraph()
    folder ??= openFolder(input.scratchDirectory, texts)
    const { path, fontsFolder, configPath } = await folder
    const { filters, inverseFilters } = TURN_FILTERS[input.turn.join(' ')] ?? NO_TURN
    const displaySize = displayedSize(
      isSideways(input.turn) ? { width: height, height: width } : { width, height },
      input.sizeOf(frame.sampleAspectRatio),
    )
    const { style, language } = input
    const scriptPath = join(path, 'text.ass')
    writeFileSync(scriptPath, subtitleScript({ text: cue.text, style, language, displaySize }))
    const source = [
      `video_size=${width}x${height}:pix_fmt=${frame.format}:time_base=1/1`,
      `colorspace=${knownColours(frame)}:range=${colorRange}`,
    ]
    const renderer = [
      `filename=${escapedPath(scriptPath)}:fontsdir=${escapedPath(fontsFolder)}`,
      `original_size=${displaySize.width}x${displaySize.height}`,
    ]
    const description = [
      `buffer@source=${source.join(':')}`,
      ...filters,
      `ass=${renderer.join(':')}`,
      ...inverseFilters,
      'buffersink@sink',
    ]
    const graph = await withFontsOnly(configPath, () => openFilterGraph(description.join(','), 'draw subtitles'))
    currentGraph = {
      graph,
      shape,
      cue,
      source: graph.getFilter('buffer@source')!,
      sink: graph.getFilter('buffersink@sink')!,
    }
    return currentGraph
  }

  return {
    async paint(videoFrame, seconds) {
      const cue = cueAt(seconds)
      if (!cue) return videoFrame
      const frame = frameOf(videoFrame)
      paintedFrame.unref()
      const { source, sink } = await graphFor(frame, cue)
      const { pts, sampleAspectRatio, colorRange, colorSpace, colorPrimaries, colorTrc } = frame
      frame.pts = 0n
      requireEncoded(await source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'draw subtitles')
      requireEncoded(await sink.buffersinkGetFrame(paintedFrame), 'draw subtitles')
      frame.pts = pts
      Object.assign(paintedFrame, { pts, sampleAspectRatio, colorRange, colorSpace, colorPrimaries, colorTrc })
      return new NativeFrame(paintedFrame)
    },
    async close() {
      closeGraph()
      paintedFrame.free()
      const openedFolder = await folder?.catch(() => null)
      if (openedFolder) await rm(openedFolder.path, { recursive: true, force: true })
    },
  }
}

interface Folder {
  path: string
  fontsFolder: string
  configPath: string
}

async function openFolder(parent: string | undefined, texts: readonly string[]): Promise<Folder> {
  const path = await mkdtemp(join(parent ?? tmpdir(), 'subtitles-'))
  try {
    return { path, ...(await gatherFonts(path, texts)) }
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    throw error
  }
}

/**
 * Sets the font configuration while a graph is parsed. The renderer reads it synchronously there, so that no other code
 * sees the changed environment.
 */
function withFontsOnly<T>(configPath: string, parse: () => T): T {
  const originalPath = process.env.FONTCONFIG_FILE
  process.env.FONTCONFIG_FILE = configPath
  try {
    return parse()
  } finally {
    if (originalPath === undefined) delete process.env.FONTCONFIG_FILE
    else process.env.FONTCONFIG_FILE = originalPath
  }
}

/** Escapes a path for a filter description, which FFmpeg parses in two steps. */
function escapedPath(path: string): string {
  return path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&')
}

/** The smallest size with the displayed proportions that is no smaller than the frame. */
function displayedSize(frame: { width: number; height: number }, proportions: { width: number; height: number }) {
  const aspect = proportions.width / proportions.height
  const isWider = aspect > frame.width / frame.height
  return isWider
    ? { width: Math.round(frame.height * aspect), height: frame.height }
    : { width: frame.width, height: Math.round(frame.width / aspect) }
}

/** Colour spaces for which the renderer can convert its colours. */
const KNOWN_COLOURS = new Set<AVColorSpace>([
  AVCOL_SPC_BT709,
  AVCOL_SPC_FCC,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_BT2020_NCL,
])
/** Height from which frames without a known colour space are taken as BT.709. */
const HD_ROWS = 720

function knownColours({ colorSpace, height }: Frame): AVColorSpace {
  if (KNOWN_COLOURS.has(colorSpace)) return colorSpace
  return height >= HD_ROWS ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG
}

/** FFmpeg's filters for rotations, and for reflections along a diagonal. */
const CLOCKWISE = 'transpose=clock'
const COUNTERCLOCKWISE = 'transpose=cclock'
const ALONG_DIAGONAL = 'transpose=cclock_flip'
const ALONG_OTHER_DIAGONAL = 'transpose=clock_flip'

/** Filters that rotate or flip a coded frame to its displayed orientation, and back. */
interface TurnFilters {
  filters: string[]
  inverseFilters: string[]
}

const NO_TURN: TurnFilters = { filters: [], inverseFilters: [] }

/** Filters that are their own inverse. */
const selfInverseFilters = (...filters: string[]): TurnFilters => ({ filters, inverseFilters: filters })

const TURN_FILTERS: Partial<Record<string, TurnFilters>> = {
  '0 1 -1 0': { filters: [CLOCKWISE], inverseFilters: [COUNTERCLOCKWISE] },
  '0 -1 1 0': { filters: [COUNTERCLOCKWISE], inverseFilters: [CLOCKWISE] },
  '-1 0 0 -1': selfInverseFilters(CLOCKWISE, CLOCKWISE),
  '0 1 1 0': selfInverseFilters(ALONG_DIAGONAL),
  '0 -1 -1 0': selfInverseFilters(ALONG_OTHER_DIAGONAL),
  '-1 0 0 1': selfInverseFilters(ALONG_DIAGONAL, CLOCKWISE),
  '1 0 0 -1': selfInverseFilters(ALONG_DIAGONAL, COUNTERCLOCKWISE),
}
