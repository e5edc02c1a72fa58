const MAX_PIXEL_RATIO = 3

/** Sizes a canvas for the screen's pixels and returns a context that draws in CSS pixels; null while it has no size. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return null
  const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio || 1)
  const pixelWidth = Math.round(width * ratio)
  const pixelHeight = Math.round(height * ratio)
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth
    canvas.height = pixelHeight
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, width, height }
}

/** Current value of a colour token for a canvas. The token itself may have one value for each theme. */
export function tokenColour(canvas: HTMLCanvasElement, token: string): string {
  canvas.style.color = `var(${token})`
  return getComputedStyle(canvas).color
}
