import { AV_PIX_FMT_BGRA, AV_PIX_FMT_PAL8, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, FF_ENCODER_GIF } from 'node-av/constants'
import { Filter, type FilterContext, FilterGraph, Frame, SoftwareScaleContext } from 'node-av/lib'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import { requireEncoded } from '../../codec/codec-result.ts'
import { emptyFrame } from '../../codec/fill-frame.ts'
import { openImageEncoder } from '../../codec/image-encoder.ts'

/** One frame of a GIF with what precedes it; the first one is preceded by the file's header and palette. */
export interface GifFrame {
  index: number
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
  const colours = colourConverter()
  const palette = await paletteOf(frames, colours, signal)
  const drawing = await openDrawing(frames[0]!, palette)
  const { width, height } = frames[0]!
  const encoder = await openImageEncoder({
    ...{ encoder: FF_ENCODER_GIF, width, height, pixelFormat: AV_PIX_FMT_PAL8, ticksPerSecond: 100 },
    options: { gifflags: '+offsetting+transdiff' },
  })
  const encode = async (frame: Frame | null) =>
    (await encoder.encode(frame)).map(({ pts, data }): GifFrame => ({ index: pts, data }))
  try {
    for (const [index, videoFrame] of frames.entries()) {
      throwIfCancelled(signal)
      const coloured = await colours.convert(videoFrame, index)
      try {
        yield* await encode(await drawing.draw(coloured))
      } finally {
        coloured.free()
      }
    }
    yield* await encode(null)
  } finally {
    encoder.close()
    drawing.close()
    palette.free()
    colours.close()
  }
}

type ColourConverter = ReturnType<typeof colourConverter>

/** To the colours that palettes are made of. */
function colourConverter() {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  return {
    async convert(frame: Frame, index: number): Promise<Frame> {
      const { width, height } = frame
      const colours = { format: AV_PIX_FMT_BGRA, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB }
      const converted = emptyFrame({ width, height, ...colours, pts: BigInt(index) })
      requireEncoded(await scaler.scaleFrame(converted, frame), 'convert a frame')
      return converted
    },
    close: () => scaler.freeContext(),
  }
}

async function paletteOf(
  frames: readonly Frame[],
  colours: ColourConverter,
  signal: AbortSignal | undefined,
): Promise<Frame> {
  const graph = new FilterGraph()
  graph.alloc()
  try {
    const source = frameSource(graph, 'frames', frames[0]!)
    const choice = newFilter(graph, 'palettegen', 'stats_mode=full:reserve_transparent=1')
    const sink = newFilter(graph, 'buffersink', null)
    requireEncoded(source.link(0, choice, 0), 'join filters')
    requireEncoded(choice.link(0, sink, 0), 'join filters')
    requireEncoded(await graph.config(), 'prepare the choice of colours')
    for (const [index, videoFrame] of frames.entries()) {
      throwIfCancelled(signal)
      const coloured = await colours.convert(videoFrame, index)
      try {
        requireEncoded(await source.buffersrcAddFrame(coloured), 'choose colours')
      } finally {
        coloured.free()
      }
    }
    requireEncoded(await source.buffersrcAddFrame(null), 'choose colours')
    const palette = new Frame()
    palette.alloc()
    requireEncoded(await sink.buffersinkGetFrame(palette), 'choose colours')
    return palette
  } finally {
    graph.free()
  }
}

/** Gives each frame the nearest colours of the palette, dithered. */
async function openDrawing(size: { width: number; height: number }, palette: Frame) {
  const drawn = new Frame()
  const graph = new FilterGraph()
  graph.alloc()
  const source = frameSource(graph, 'frames', size)
  const colours = frameSource(graph, 'palette', palette)
  // A fixed pattern: what does not change need not be encoded again.
  const drawing = newFilter(graph, 'paletteuse', 'dither=bayer:bayer_scale=3:diff_mode=rectangle')
  const sink = newFilter(graph, 'buffersink', null)
  requireEncoded(source.link(0, drawing, 0), 'join filters')
  requireEncoded(colours.link(0, drawing, 1), 'join filters')
  requireEncoded(drawing.link(0, sink, 0), 'join filters')
  requireEncoded(await graph.config(), 'prepare the drawing')
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

function frameSource(graph: FilterGraph, name: string, { width, height }: { width: number; height: number }) {
  const shape = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_BGRA}:time_base=1/100:pixel_aspect=1/1`
  return newFilter(graph, 'buffer', `${shape}:colorspace=${AVCOL_SPC_RGB}:range=${AVCOL_RANGE_JPEG}`, name)
}

function newFilter(graph: FilterGraph, type: string, settings: string | null, name = type): FilterContext {
  const filter = Filter.getByName(type)
  const context = filter && graph.createFilter(filter, name, settings)
  if (!context) throw new Error(`There is no filter ${type}.`)
  return context
}
