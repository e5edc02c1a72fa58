const CHANNELS = 3
const PIXEL_BYTES = 4
/** Nearest colours are remembered for colours of so many bits a channel: a table of 4 MiB. */
const REMEMBERED_BITS = 7
const DROPPED_BITS = 8 - REMEMBERED_BITS
/** So many pixels are enough to know how far off a palette is. */
const MEASURED_EVERY = 37

/**
 * Gives frames the colours of a palette. What a pixel is off is diffused to its neighbours, so that areas keep their
 * colour. Where a frame differs from what is shown by less than the palette is off anyway, pixels stay as they are: the
 * grain of still areas costs nothing, and they do not flicker.
 * @param palette up to 256 colours, BGRA; those that are see-through are not used
 */
export function palettePainter({ width, height }: { width: number; height: number }, palette: Uint8Array) {
  const nearest = nearestColours(palette)
  /** What pixels were in the frame in which they were painted, and the colours that they were given. */
  const sources = new Uint8Array(CHANNELS * width * height)
  const shown = new Uint8Array(width * height)
  // With a pixel to the left and one to the right of the frame.
  let diffused = new Int16Array(CHANNELS * (width + 2))
  let below = new Int16Array(CHANNELS * (width + 2))
  let isFirst = true
  let squaredErrors = 0
  let measuredPixels = 0
  const value = new Int16Array(CHANNELS)

  /** Filter Lite: a half to the right, a quarter below and to its left. Whole numbers: an error too small to see ends. */
  const diffuse = (x: number, channel: number, error: number) => {
    const at = CHANNELS * (x + 1) + channel
    diffused[at + CHANNELS]! += (error / 2) | 0
    below[at - CHANNELS]! += (error / 4) | 0
    below[at]! += (error / 4) | 0
  }

  /** How much values differ from the nearest colours of the palette, in this and the earlier frames. */
  const paletteError = (pixels: Uint8Array): number => {
    for (let at = 0; at + PIXEL_BYTES <= pixels.length; at += PIXEL_BYTES * MEASURED_EVERY) {
      const colour = PIXEL_BYTES * nearest(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
      for (let channel = 0; channel < CHANNELS; channel += 1)
        squaredErrors += (pixels[at + channel]! - palette[colour + channel]!) ** 2
      measuredPixels += 1
    }
    return Math.sqrt(squaredErrors / (CHANNELS * measuredPixels))
  }

  return {
    /** Paints the next frame in place. @param pixels BGRA */
    paint(pixels: Uint8Array, lineBytes: number): void {
      const tolerance = Math.max(1, Math.round(paletteError(pixels)))
      below.fill(0)
      for (let y = 0; y < height; y += 1) {
        const reused = diffused
        diffused = below
        below = reused.fill(0)
        for (let x = 0; x < width; x += 1) {
          const pixel = y * width + x
          const at = y * lineBytes + PIXEL_BYTES * x
          const was = CHANNELS * pixel
          const isSame =
            !isFirst &&
            Math.abs(pixels[at]! - sources[was]!) <= tolerance &&
            Math.abs(pixels[at + 1]! - sources[was + 1]!) <= tolerance &&
            Math.abs(pixels[at + 2]! - sources[was + 2]!) <= tolerance
          if (!isSame) {
            for (let channel = 0; channel < CHANNELS; channel += 1) {
              const wanted = pixels[at + channel]! + diffused[CHANNELS * (x + 1) + channel]!
              value[channel] = wanted < 0 ? 0 : wanted > 255 ? 255 : wanted
              sources[was + channel] = pixels[at + channel]!
            }
            shown[pixel] = nearest(value[0]!, value[1]!, value[2]!)
          }
          const colour = PIXEL_BYTES * shown[pixel]!
          for (let channel = 0; channel < CHANNELS; channel += 1) {
            pixels[at + channel] = palette[colour + channel]!
            if (!isSame) diffuse(x, channel, value[channel]! - palette[colour + channel]!)
          }
        }
      }
      isFirst = false
    },
  }
}

function nearestColours(palette: Uint8Array) {
  const remembered = new Int16Array(1 << (CHANNELS * REMEMBERED_BITS)).fill(-1)
  const used = Array.from({ length: palette.length / PIXEL_BYTES }, (_, index) => index).filter(
    (index) => palette[PIXEL_BYTES * index + 3] !== 0,
  )
  const search = (blue: number, green: number, red: number): number => {
    let best = 0
    let least = Infinity
    for (const index of used) {
      const at = PIXEL_BYTES * index
      const distance = (palette[at]! - blue) ** 2 + (palette[at + 1]! - green) ** 2 + (palette[at + 2]! - red) ** 2
      if (distance < least) {
        least = distance
        best = index
      }
    }
    return best
  }
  return (blue: number, green: number, red: number): number => {
    const key =
      ((((blue >> DROPPED_BITS) << REMEMBERED_BITS) | (green >> DROPPED_BITS)) << REMEMBERED_BITS) |
      (red >> DROPPED_BITS)
    if (remembered[key]! < 0) remembered[key] = search(blue, green, red)
    return remembered[key]!
  }
}
