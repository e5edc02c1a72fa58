import type { PlainFormat, Plane } from '../../planes.ts'

/** Bytes of a pixel of the canvas: red, green, blue and alpha. */
const CANVAS_BYTES = 4

/** Converts the pixels of a canvas to a format of images, without padding. */
export function plainPixels({ data, width, height }: ImageData, format: PlainFormat): Uint8Array {
  if (format === 'rgb') {
    const rgb = new Uint8Array(width * height * 3)
    for (let pixel = 0; pixel < width * height; pixel++) {
      for (let colour = 0; colour < 3; colour++) rgb[pixel * 3 + colour] = data[pixel * CANVAS_BYTES + colour]!
    }
    return rgb
  }
  const area = width * height
  const pixels = new Uint8ClampedArray((area * 3) / 2)
  const { lumaGain, chromaGain, black } = RANGES[format]
  for (let pixel = 0; pixel < area; pixel++) {
    const at = pixel * CANVAS_BYTES
    pixels[pixel] = black + lumaGain * (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!)
  }
  const halfWidth = width / 2
  for (let row = 0; row < height / 2; row++) {
    for (let column = 0; column < halfWidth; column++) {
      const [red, green, blue] = meanOfFour(data, 2 * (2 * row * width + 2 * column), width)
      const target = area + row * halfWidth + column
      pixels[target] = 128 + chromaGain * (-0.168736 * red - 0.331264 * green + 0.5 * blue)
      pixels[target + area / 4] = 128 + chromaGain * (0.5 * red - 0.418688 * green - 0.081312 * blue)
    }
  }
  return new Uint8Array(pixels.buffer)
}

/** Ranges of values of BT.601: `yuv` is limited, `jpeg` is full. */
const RANGES = {
  yuv: { lumaGain: 219 / 255, chromaGain: 224 / 255, black: 16 },
  jpeg: { lumaGain: 1, chromaGain: 1, black: 0 },
} as const

/** The mean colour of two by two pixels. @param half half of the offset of the first one */
function meanOfFour(data: Uint8ClampedArray, half: number, width: number): [number, number, number] {
  const first = half * (CANVAS_BYTES / 2)
  const below = first + width * CANVAS_BYTES
  return [0, 1, 2].map((colour) => {
    const upper = data[first + colour]! + data[first + CANVAS_BYTES + colour]!
    return (upper + data[below + colour]! + data[below + CANVAS_BYTES + colour]!) / 4
  }) as [number, number, number]
}

/** The pixels of a plane format as a canvas takes them. */
export function canvasPixels(planes: readonly Plane[], format: PlainFormat): ImageData {
  const [first, blueDifference, redDifference] = planes
  const { width, height, values } = first!
  const image = new ImageData(width, height)
  const { data } = image
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * CANVAS_BYTES
    data[at + 3] = 255
    if (format === 'rgb') {
      for (let colour = 0; colour < 3; colour++) data[at + colour] = values[pixel * 3 + colour]!
      continue
    }
    const { lumaGain, chromaGain, black } = RANGES[format]
    const chromaAt = (Math.floor(pixel / width) >> 1) * (width / 2) + ((pixel % width) >> 1)
    const luma = (values[pixel]! - black) / lumaGain
    const blue = (blueDifference!.values[chromaAt]! - 128) / chromaGain
    const red = (redDifference!.values[chromaAt]! - 128) / chromaGain
    data[at] = luma + 1.402 * red
    data[at + 1] = luma - 0.344136 * blue - 0.714136 * red
    data[at + 2] = luma + 1.772 * blue
  }
  return image
}
