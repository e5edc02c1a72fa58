import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants'
import { type FilterContext, type FilterGraph, Frame } from 'node-av/lib'
import { requireDecoded } from './codec-result.ts'
import { openFilterGraph } from './filter-graph.ts'

interface OpenGraph {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
  /** The frames that it takes. */
  shape: string
}

/** Pixels of a frame. */
export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/** Gives parts of frames of any size and format. Pixels are not copied. */
export function frameCropper() {
  const cropped = new Frame()
  cropped.alloc()
  let open: OpenGraph | null = null

  const graphFor = async (frame: Frame, { left, top, width, height }: Rectangle): Promise<OpenGraph> => {
    const source = [
      `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1`,
      `colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ].join(':')
    const shape = `buffer@source=${source},crop=${width}:${height}:${left}:${top}:exact=1,buffersink@sink`
    if (open?.shape === shape) return open
    open?.graph.free()
    open = null
    const graph = await openFilterGraph(shape, 'crop this video')
    open = { graph, shape, source: graph.getFilter('buffer@source')!, sink: graph.getFilter('buffersink@sink')! }
    return open
  }

  return {
    /** A frame that is valid until the next call. It keeps time, pixel aspect and colours. */
    async crop(frame: Frame, area: Rectangle): Promise<Frame> {
      cropped.unref()
      const { source, sink } = await graphFor(frame, area)
      const { pts, sampleAspectRatio } = frame
      requireDecoded(await source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'crop a frame')
      requireDecoded(await sink.buffersinkGetFrame(cropped), 'crop a frame')
      return Object.assign(cropped, { pts, sampleAspectRatio })
    },
    close(): void {
      open?.graph.free()
      cropped.free()
    },
  }
}
