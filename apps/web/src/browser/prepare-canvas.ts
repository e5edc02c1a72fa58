const HIGHEST_PIXEL_RATIO = 3

/** Sizes a canvas for the screen's pixels and answers a context that draws in CSS pixels; null while it has no size. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return null
  const ratio = Math.min(HIGHEST_PIXEL_RATIO, devicePixelRatio || 1)
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth
    canvas.height = pixelHeight
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, width, height }
}

/** The present values of colour tokens, as a canvas wants them. */
export function tokenColour(element: Element, token: string): string {
  return getComputedStyle(element).getPropertyValue(token).trim()
}
