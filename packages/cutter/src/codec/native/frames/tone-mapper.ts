import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_BT709,
} from 'node-av/constants'
import { type FilterContext, type FilterGraph, Frame } from 'node-av/lib'
import { LARGE_PIXELS } from '../../../api/media-limits.ts'
import { isHdrTransfer } from '../../../bitstream/colours.ts'
import { requireDecoded } from '../libav/codec-result.ts'
import { emptyFrame } from '../libav/fill-frame.ts'
import { openFilterGraph } from '../libav/filter-graph.ts'

const SDR = {
  colorPrimaries: AVCOL_PRI_BT709,
  colorTrc: AVCOL_TRC_BT709,
  colorSpace: AVCOL_SPC_BT709,
  colorRange: AVCOL_RANGE_MPEG,
}

export function isHdr({ colorTrc }: Frame): boolean {
  return isHdrTransfer(colorTrc)
}

/** Brightness in nits that has the value 1.0 in the tone mapping. */
const SDR_WHITE_NITS = 100
/** Height of the strips in which a large frame is mapped. A whole 4K frame would take 100 MB of floats, twice. */
const STRIP_ROWS = 128
/** Additional rows above and below a strip, because the filters mix neighbouring rows. */
const OVERLAP_ROWS = 16

interface OpenGraph {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
  /** Properties of the input frames, and the output size, which identify the graph. */
  shape: string
  strips: readonly Strip[]
}

/** Converts HDR frames to SDR: BT.709 in 8-bit 4:2:0. */
export function toneMapper() {
  const strip = new Frame()
  strip.alloc()
  let currentGraph: OpenGraph | null = null
  let mappedFrame: Frame | null = null

  const graphFor = async (frame: Frame, width: number, height: number): Promise<OpenGraph> => {
    const shape = [frame.width, frame.height, frame.format, frame.colorSpace, frame.colorRange, width, height].join()
    if (currentGraph?.shape === shape) return currentGraph
    currentGraph?.graph.free()
    currentGraph = null
    const strips = stripsOf(width, height)
    const graph = await openFilterGraph(filtersFor(frame, width, height, strips), 'tone-map this video')
    const source = graph.getFilter('buffer@source')!
    const sink = graph.getFilter('buffersink@sink')!
    currentGraph = { graph, source, sink, shape, strips }
    return currentGraph
  }

  const frameOf = (width: number, height: number): Frame => {
    // The encoder may still use the buffer of the last mapped frame.
    if (mappedFrame?.isWritable && mappedFrame.width === width && mappedFrame.height === height) return mappedFrame
    mappedFrame?.free()
    mappedFrame = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P, ...SDR })
    return mappedFrame
  }

  return {
    /** Gives a frame of this size that is valid until the next call, with the same time and pixel aspect. */
    async map(frame: Frame, width: number, height: number): Promise<Frame> {
      // HDR without named colours is taken as BT.2020.
      if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorPrimaries = AVCOL_PRI_BT2020
      if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_BT2020_NCL
      const { source, sink, strips } = await graphFor(frame, width, height)
      const targetFrame = frameOf(width, height)
      for (const { top, from, to } of strips) {
        requireDecoded(await source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'tone-map a frame')
        requireDecoded(await sink.buffersinkGetFrame(strip), 'tone-map a frame')
        copyRows(strip, targetFrame, top, from, to)
        strip.unref()
      }
      const { pts, sampleAspectRatio } = frame
      return Object.assign(targetFrame, { pts, sampleAspectRatio })
    },
    close(): void {
      currentGraph?.graph.free()
      strip.free()
      mappedFrame?.free()
    },
  }
}

/** A strip of `rows` rows from `top` on, of which the rows from..to are used. All strips have the same height. */
interface Strip {
  top: number
  from: number
  to: number
  rows: number
}

function stripsOf(width: number, height: number): Strip[] {
  if (width * height <= LARGE_PIXELS) return [{ top: 0, from: 0, to: height, rows: height }]
  const rows = Math.min(height, STRIP_ROWS + 2 * OVERLAP_ROWS)
  return Array.from({ length: Math.ceil(height / STRIP_ROWS) }, (_, index) => {
    const from = index * STRIP_ROWS
    const top = Math.min(Math.max(0, from - OVERLAP_ROWS), height - rows)
    return { top, from, to: Math.min(height, from + STRIP_ROWS), rows }
  })
}

function filtersFor(frame: Frame, width: number, height: number, strips: readonly Strip[]): string {
  const { rows } = strips[0]!
  // The graph receives the frame once for each strip; `n` counts the received frames from 0.
  const tops = strips.reduceRight(
    (otherTops, { top }, index) => `if(eq(mod(n,${strips.length}),${index}),${top},${otherTops})`,
    '0',
  )
  const source = [
    `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1`,
    `colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
  ]
  return [
    `buffer@source=${source.join(':')}`,
    ...(frame.width === width && frame.height === height ? [] : [`zscale=w=${width}:h=${height}`]),
    `crop=w=${width}:h=${rows}:x=0:y='${tops}'`,
    `zscale=t=linear:p=bt709:npl=${SDR_WHITE_NITS}`,
    // Floats, because linear values of HDR may exceed 1.
    'format=gbrpf32le',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=limited',
    'format=yuv420p',
    'buffersink@sink',
  ].join(',')
}

/** Copies the rows from..to out of a strip, which begins at row `top` of the whole 4:2:0 frame. */
function copyRows(strip: Frame, target: Frame, top: number, from: number, to: number): void {
  const { data, linesize } = strip
  const { data: wholeData, linesize: wholeSteps } = target
  for (const [plane, share] of [1, 2, 2].entries()) {
    const bytes = Math.ceil(target.width / share)
    for (let row = from / share; row < to / share; row += 1) {
      const at = (row - top / share) * linesize[plane]!
      data![plane]!.copy(wholeData![plane]!, row * wholeSteps[plane]!, at, at + bytes)
    }
  }
}
