export interface FrameSize {
  width: number
  height: number
}

/**
 * The size of a frame after scaling down its shorter side to a height: an upright 1080x1920 counts as 1080p, too. Both
 * sides are even, because 4:2:0 chroma requires it. The frame is never enlarged.
 * @param height pixels of the shorter side; null: not scaled
 */
export function scaledSize(source: FrameSize, height: number | null): FrameSize {
  const shorter = Math.min(source.width, source.height)
  const scale = height === null || height >= shorter ? 1 : height / shorter
  return { width: scaledEvenLength(source.width, scale), height: scaledEvenLength(source.height, scale) }
}

/** Half the width and half the height, both even; null if the shorter side would be less than `minSide`. */
export function halvedSize({ width, height }: FrameSize, minSide: number): FrameSize | null {
  const halved = { width: scaledEvenLength(width, 0.5), height: scaledEvenLength(height, 0.5) }
  return Math.min(halved.width, halved.height) < minSide ? null : halved
}

function scaledEvenLength(length: number, scale: number): number {
  const scaledLength = Math.round((length * scale) / 2) * 2
  const largest = length - (length % 2)
  return Math.max(2, Math.min(largest, scaledLength))
}
