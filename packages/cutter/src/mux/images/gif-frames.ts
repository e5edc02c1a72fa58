import { AV_PIX_FMT_BGRA, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, FF_ENCODER_GIF } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import { requireEncoded } from '../../codec/codec-result.ts'
import { emptyFrame } from '../../codec/fill-frame.ts'
import { openFilterGraph } from '../../codec/filter-graph.ts'
import { imageEncoder } from '../../codec/image-encoder.ts'
import { palettePainter } from './palette-painter.ts'

/** One frame of a GIF with what precedes it; the first one is preceded by the file's header and palette. */
export interface GifFrame {
  /** Which of the frames it is. */
  pts: number
  data: Uint8Array
}

/**
 * Draws frames with the 255 colours that suit them all best, and encodes what changes from one to the next.
 * @param frames all of one size, in the order in which they are shown
 */
export async function* gifFrames(
  frames: readonly Frame[],
  signal: AbortSignal | undefined,
): AsyncGenerator<GifFrame, void> {
  const palette = await paletteOf(frames, signal)
  const painter = palettePainter(frames[0]!, palette.toBuffer())
  const drawing = await openDrawing(frames[0]!, palette)
  const options = { gifflags: '+offsetting+transdiff' }
  const encoder = imageEncoder({ encoder: FF_ENCODER_GIF, ticksPerSecond: 100, options })
  try {
    for await (const frame of inPaletteColours(frames, signal)) {
      painter.paint(frame.data![0]!, frame.linesize[0]!)
      yield* await encoder.encode(await drawing.draw(frame))
    }
    yield* await encoder.finish()
  } finally {
    encoder.close()
    drawing.close()
    palette.free()
  }
}

/** The frames in the colours that palettes are made of. Each is valid until the next one. */
async function* inPaletteColours(
  frames: readonly Frame[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame, void> {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  const colours = { format: AV_PIX_FMT_BGRA, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB }
  try {
    for (const [index, frame] of frames.entries()) {
      throwIfCancelled(signal)
      const { width, height } = frame
      const converted = emptyFrame({ width, height, ...colours, pts: BigInt(index) })
      try {
        requireEncoded(await scaler.scaleFrame(converted, frame), 'convert a frame')
        yield converted
      } finally {
        converted.free()
      }
    }
  } finally {
    scaler.freeContext()
  }
}

async function paletteOf(frames: readonly Frame[], signal: AbortSignal | undefined): Promise<Frame> {
  const choice = 'palettegen=stats_mode=full:reserve_transparent=1'
  const filters = `${frameSource('frames', frames[0]!)},${choice},buffersink@sink`
  const graph = await openFilterGraph(filters, 'prepare the choice of colours')
  try {
    const source = graph.getFilter('buffer@frames')!
    const sink = graph.getFilter('buffersink@sink')!
    const palette = new Frame()
    palette.alloc()
    for await (const frame of inPaletteColours(frames, signal)) {
      requireEncoded(await source.buffersrcAddFrame(frame), 'choose colours')
      // There is no palette yet, but unless it is asked for, the filter holds all frames.
      await sink.buffersinkGetFrame(palette)
    }
    requireEncoded(await source.buffersrcAddFrame(null), 'choose colours')
    requireEncoded(await sink.buffersinkGetFrame(palette), 'choose colours')
    return palette
  } finally {
    graph.free()
  }
}

/** Turns frames that are painted in colours of the palette into indexes of the palette. */
async function openDrawing(size: { width: number; height: number }, palette: Frame) {
  const drawn = new Frame()
  const drawing = 'paletteuse=dither=none'
  const sources = `${frameSource('frames', size)}[frames];${frameSource('palette', palette)}[palette]`
  const graph = await openFilterGraph(`${sources};[frames][palette]${drawing},buffersink@sink`, 'prepare the drawing')
  const source = graph.getFilter('buffer@frames')!
  const sink = graph.getFilter('buffersink@sink')!
  const colours = graph.getFilter('buffer@palette')!
  palette.pts = 0n
  requireEncoded(await colours.buffersrcAddFrame(palette), 'take the colours')
  requireEncoded(await colours.buffersrcAddFrame(null), 'take the colours')
  drawn.alloc()
  return {
    /** Valid until the next one is drawn. */
    async draw(videoFrame: Frame): Promise<Frame> {
      drawn.unref()
      requireEncoded(await source.buffersrcAddFrame(videoFrame), 'draw a frame')
      requireEncoded(await sink.buffersinkGetFrame(drawn), 'draw a frame')
      return drawn
    },
    close(): void {
      drawn.free()
      graph.free()
    },
  }
}

function frameSource(name: string, { width, height }: { width: number; height: number }): string {
  const shape = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_BGRA}:time_base=1/100:pixel_aspect=1/1`
  return `buffer@${name}=${shape}:colorspace=${AVCOL_SPC_RGB}:range=${AVCOL_RANGE_JPEG}`
}
