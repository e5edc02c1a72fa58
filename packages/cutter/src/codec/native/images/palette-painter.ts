const CHANNEL_COUNT = 3
const PIXEL_BYTES = 4
/** Bits per channel of the colours whose nearest palette colour is cached: a table of 4 MiB. */
const CACHED_BITS = 7
const DROPPED_BITS = 8 - CACHED_BITS
/** One pixel in this many is measured for the average error of a palette. */
const PIXELS_PER_MEASUREMENT = 37

/**
 * Paints frames in the colours of a palette. The error of a pixel is diffused to its neighbours, so that areas have the
 * right average colour. A pixel that changes by less than the palette's average error stays as it is, so that the noise
 * of still areas takes no bytes and does not flicker.
 * @param palette up to 256 colours, BGRA; transparent colours are not used
 */
export function palettePainter({ width, height }: { width: number; height: number }, palette: Uint8Array) {
  const nearest = nearestColours(palette)
  /** Source values of each pixel in the frame in which it was last painted. */
  const sources = new Uint8Array(CHANNEL_COUNT * width * height)
  /** Palette index of each pixel. */
  const paintedIndexes = new Uint8Array(width * height)
  // Diffused errors of a row and of the next row, with one more pixel on each side of the frame.
  let rowErrors = new Int16Array(CHANNEL_COUNT * (width + 2))
  let nextRowErrors = new Int16Array(CHANNEL_COUNT * (width + 2))
  let isFirst = true
  let squaredErrors = 0
  let measuredPixels = 0
  const value = new Int16Array(CHANNEL_COUNT)

  /** Diffuses by Filter Lite: half to the right, a quarter below, a quarter below left. Integers drop small errors. */
  const diffuseError = (x: number, channel: number, error: number) => {
    const at = CHANNEL_COUNT * (x + 1) + channel
    rowErrors[at + CHANNEL_COUNT]! += (error / 2) | 0
    nextRowErrors[at - CHANNEL_COUNT]! += (error / 4) | 0
    nextRowErrors[at]! += (error / 4) | 0
  }

  /** Root mean square difference of pixels and their nearest palette colours, in this frame and all earlier ones. */
  const paletteError = (pixels: Uint8Array): number => {
    for (let at = 0; at + PIXEL_BYTES <= pixels.length; at += PIXEL_BYTES * PIXELS_PER_MEASUREMENT) {
      const colour = PIXEL_BYTES * nearest(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
      for (let channel = 0; channel < CHANNEL_COUNT; channel += 1)
        squaredErrors += (pixels[at + channel]! - palette[colour + channel]!) ** 2
      measuredPixels += 1
    }
    return Math.sqrt(squaredErrors / (CHANNEL_COUNT * measuredPixels))
  }

  return {
    /** Paints the next frame in place. @param pixels BGRA @param lineBytes bytes from one row to the next */
    paint(pixels: Uint8Array, lineBytes: number): void {
      const tolerance = Math.max(1, Math.round(paletteError(pixels)))
      nextRowErrors.fill(0)
      for (let y = 0; y < height; y += 1) {
        const freeBuffer = rowErrors
        rowErrors = nextRowErrors
        nextRowErrors = freeBuffer.fill(0)
        for (let x = 0; x < width; x += 1) {
          const pixel = y * width + x
          const at = y * lineBytes + PIXEL_BYTES * x
          const sourceAt = CHANNEL_COUNT * pixel
          const isSame =
            !isFirst &&
            Math.abs(pixels[at]! - sources[sourceAt]!) <= tolerance &&
            Math.abs(pixels[at + 1]! - sources[sourceAt + 1]!) <= tolerance &&
            Math.abs(pixels[at + 2]! - sources[sourceAt + 2]!) <= tolerance
          if (!isSame) {
            for (let channel = 0; channel < CHANNEL_COUNT; channel += 1) {
              const sum = pixels[at + channel]! + rowErrors[CHANNEL_COUNT * (x + 1) + channel]!
              value[channel] = Math.min(255, Math.max(0, sum))
              sources[sourceAt + channel] = pixels[at + channel]!
            }
            paintedIndexes[pixel] = nearest(value[0]!, value[1]!, value[2]!)
          }
          const colour = PIXEL_BYTES * paintedIndexes[pixel]!
          for (let channel = 0; channel < CHANNEL_COUNT; channel += 1) {
            pixels[at + channel] = palette[colour + channel]!
            if (!isSame) diffuseError(x, channel, value[channel]! - palette[colour + channel]!)
          }
        }
      }
      isFirst = false
    },
  }
}

/** Creates a search for the nearest colour of a palette, which returns its index. */
function nearestColours(palette: Uint8Array) {
  const cachedIndexes = new Int16Array(1 << (CHANNEL_COUNT * CACHED_BITS)).fill(-1)
  const opaqueIndexes = Array.from({ length: palette.length / PIXEL_BYTES }, (_, index) => index).filter(
    (index) => palette[PIXEL_BYTES * index + 3] !== 0,
  )
  const search = (blue: number, green: number, red: number): number => {
    let bestIndex = 0
    let minDistance = Infinity
    for (const index of opaqueIndexes) {
      const at = PIXEL_BYTES * index
      const distance = (palette[at]! - blue) ** 2 + (palette[at + 1]! - green) ** 2 + (palette[at + 2]! - red) ** 2
      if (distance < minDistance) {
        minDistance = distance
        bestIndex = index
      }
    }
    return bestIndex
  }
  return (blue: number, green: number, red: number): number => {
    const key =
      ((((blue >> DROPPED_BITS) << CACHED_BITS) | (green >> DROPPED_BITS)) << CACHED_BITS) | (red >> DROPPED_BITS)
    if (cachedIndexes[key]! < 0) cachedIndexes[key] = search(blue, green, red)
    return cachedIndexes[key]!
  }
}
