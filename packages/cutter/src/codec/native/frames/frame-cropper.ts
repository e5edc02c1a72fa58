import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants'
import { type FilterContext, type FilterGraph, Frame } from 'node-av/lib'
import type { Rectangle } from '../../video-frame.ts'
import { requireDecoded } from '../libav/codec-result.ts'
import { openFilterGraph } from '../libav/filter-graph.ts'

interface OpenGraph {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
  /** Description of the graph, which also identifies the frames and the area that it is for. */
  shape: string
}

/** Crops frames of any size and format without copying pixels. */
export function frameCropper() {
  const croppedFrame = new Frame()
  croppedFrame.alloc()
  let currentGraph: OpenGraph | null = null

  const graphFor = async (frame: Frame, { left, top, width, height }: Rectangle): Promise<OpenGraph> => {
    const source = [
      `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/1`,
      `colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ].join(':')
    const shape = `buffer@source=${source},crop=${width}:${height}:${left}:${top}:exact=1,buffersink@sink`
    if (currentGraph?.shape === shape) return currentGraph
    currentGraph?.graph.free()
    currentGraph = null
    const graph = await openFilterGraph(shape, 'crop this video')
    currentGraph = {
      graph,
      shape,
      source: graph.getFilter('buffer@source')!,
      sink: graph.getFilter('buffersink@sink')!,
    }
    return currentGraph
  }

  return {
    /** Gives a frame that is valid until the next call, with the same time, pixel aspect and colours. */
    async crop(frame: Frame, area: Rectangle): Promise<Frame> {
      croppedFrame.unref()
      const { source, sink } = await graphFor(frame, area)
      const { pts, sampleAspectRatio } = frame
      requireDecoded(await source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'crop a frame')
      requireDecoded(await sink.buffersinkGetFrame(croppedFrame), 'crop a frame')
      return Object.assign(croppedFrame, { pts, sampleAspectRatio })
    },
    close(): void {
      currentGraph?.graph.free()
      croppedFrame.free()
    },
  }
}
