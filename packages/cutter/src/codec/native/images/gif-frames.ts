import { AV_PIX_FMT_BGRA, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, FF_ENCODER_GIF } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { throwIfCancelled } from '../../../api/cutter-error.ts'
import type { EncodedChunk, VideoFrame } from '../../video-frame.ts'
import { requireEncoded } from '../libav/codec-result.ts'
import { emptyFrame } from '../libav/fill-frame.ts'
import { openFilterGraph } from '../libav/filter-graph.ts'
import { frameOf, NativeFrame } from '../libav/native-frame.ts'
import { imageEncoder } from './image-encoder.ts'
import { palettePainter } from './palette-painter.ts'

export async function* gifChunks(
  videoFrames: readonly VideoFrame[],
  signal: AbortSignal | undefined,
): AsyncGenerator<EncodedChunk, void> {
  const frames = videoFrames.map(frameOf)
  const palette = await choosePalette(frames, signal)
  const painter = palettePainter(frames[0]!, palette.toBuffer())
  const mapper = await openPaletteMapper(frames[0]!, palette)
  const options = { gifflags: '+offsetting+transdiff' }
  const encoder = imageEncoder({ encoder: FF_ENCODER_GIF, ticksPerSecond: 100, options })
  try {
    for await (const frame of convertToBgra(frames, signal)) {
      painter.paint(frame.data![0]!, frame.linesize[0]!)
      yield* await encoder.encode(new NativeFrame(await mapper.draw(frame)))
    }
    yield* await encoder.flush()
  } finally {
    encoder.close()
    mapper.close()
    palette.free()
  }
}

/** Yields the frames in BGRA, the pixel format of palettes. Each frame is valid until the next one. */
async function* convertToBgra(frames: readonly Frame[], signal: AbortSignal | undefined): AsyncGenerator<Frame, void> {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  const colours = { format: AV_PIX_FMT_BGRA, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB }
  try {
    for (const [index, frame] of frames.entries()) {
      throwIfCancelled(signal)
      const { width, height } = frame
      const convertedFrame = emptyFrame({ width, height, ...colours, pts: BigInt(index) })
      try {
        requireEncoded(await scaler.scaleFrame(convertedFrame, frame), 'convert a frame')
        yield convertedFrame
      } finally {
        convertedFrame.free()
      }
    }
  } finally {
    scaler.freeContext()
  }
}

async function choosePalette(frames: readonly Frame[], signal: AbortSignal | undefined): Promise<Frame> {
  const choice = 'palettegen=stats_mode=full:reserve_transparent=1'
  const filters = `${frameSource('frames', frames[0]!)},${choice},buffersink@sink`
  const graph = await openFilterGraph(filters, 'prepare the choice of colours')
  try {
    const source = graph.getFilter('buffer@frames')!
    const sink = graph.getFilter('buffersink@sink')!
    const palette = new Frame()
    palette.alloc()
    for await (const frame of convertToBgra(frames, signal)) {
      requireEncoded(await source.buffersrcAddFrame(frame), 'choose colours')
      // The filter has no palette yet, but it only releases its frames when the sink requests one.
      await sink.buffersinkGetFrame(palette)
    }
    requireEncoded(await source.buffersrcAddFrame(null), 'choose colours')
    requireEncoded(await sink.buffersinkGetFrame(palette), 'choose colours')
    return palette
  } finally {
    graph.free()
  }
}

/** Opens a filter that converts frames in the colours of the palette to palette indexes. */
async function openPaletteMapper(size: { width: number; height: number }, palette: Frame) {
  const drawnFrame = new Frame()
  const paletteFilter = 'paletteuse=dither=none'
  const sources = `${frameSource('frames', size)}[frames];${frameSource('palette', palette)}[palette]`
  const filters = `${sources};[frames][palette]${paletteFilter},buffersink@sink`
  const graph = await openFilterGraph(filters, 'prepare the drawing')
  const source = graph.getFilter('buffer@frames')!
  const sink = graph.getFilter('buffersink@sink')!
  const paletteSource = graph.getFilter('buffer@palette')!
  palette.pts = 0n
  requireEncoded(await paletteSource.buffersrcAddFrame(palette), 'take the colours')
  requireEncoded(await paletteSource.buffersrcAddFrame(null), 'take the colours')
  drawnFrame.alloc()
  return {
    /** Draws a frame. The result is valid until the next call. */
    async draw(videoFrame: Frame): Promise<Frame> {
      drawnFrame.unref()
      requireEncoded(await source.buffersrcAddFrame(videoFrame), 'draw a frame')
      requireEncoded(await sink.buffersinkGetFrame(drawnFrame), 'draw a frame')
      return drawnFrame
    },
    close(): void {
      drawnFrame.free()
      graph.free()
    },
  }
}

function frameSource(name: string, { width, height }: { width: number; height: number }): string {
  const shape = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_BGRA}:time_base=1/100:pixel_aspect=1/1`
  return `buffer@${name}=${shape}:colorspace=${AVCOL_SPC_RGB}:range=${AVCOL_RANGE_JPEG}`
}
