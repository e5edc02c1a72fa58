import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_UNSPECIFIED,
} from 'node-av/constants'
import { type FilterContext, FilterGraph, Frame } from 'node-av/lib'
import { isHdrTransfer } from '../bitstream/colours.ts'
import { requireDecoded } from './codec-result.ts'

/** Whether the frame has the wide range of brightness of PQ or HLG. */
export function isHdr({ colorTrc }: Frame): boolean {
  return isHdrTransfer(colorTrc)
}

/** The brightness, in nits, that is 1.0 for the tone mapping. */
const SDR_WHITE_NITS = 100

interface OpenGraph {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
  shape: string
}

/** Turns HDR frames into SDR: BT.709 in 8-bit 4:2:0, of the given size. */
export function toneMapper() {
  const mapped = new Frame()
  mapped.alloc()
  let open: OpenGraph | null = null

  const graphFor = async (frame: Frame, width: number, height: number): Promise<OpenGraph> => {
    const source = [
      `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1`,
      `colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ].join(':')
    const filters = [
      `buffer@source=${source}`,
      `zscale=w=${width}:h=${height}:t=linear:npl=${SDR_WHITE_NITS}`,
      // Numbers that may exceed 1.
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=limited',
      'format=yuv420p',
      'buffersink@sink',
    ].join(',')
    if (open?.shape === filters) return open
    open?.graph.free()
    open = null
    const graph = new FilterGraph()
    graph.alloc()
    requireDecoded(graph.parse2(filters), 'tone-map this video')
    requireDecoded(await graph.config(), 'tone-map this video')
    open = {
      graph,
      source: graph.getFilter('buffer@source')!,
      sink: graph.getFilter('buffersink@sink')!,
      shape: filters,
    }
    return open
  }

  return {
    /** A frame that is valid until the next call. It keeps time and pixel aspect. */
    async map(frame: Frame, width: number, height: number): Promise<Frame> {
      // HDR that names no colours has those of BT.2020.
      if (frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED) frame.colorPrimaries = AVCOL_PRI_BT2020
      if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) frame.colorSpace = AVCOL_SPC_BT2020_NCL
      const { source, sink } = await graphFor(frame, width, height)
      mapped.unref()
      requireDecoded(await source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'tone-map a frame')
      requireDecoded(await sink.buffersinkGetFrame(mapped), 'tone-map a frame')
      return Object.assign(mapped, { pts: frame.pts, sampleAspectRatio: frame.sampleAspectRatio })
    },
    close(): void {
      open?.graph.free()
      mapped.free()
    },
  }
}
