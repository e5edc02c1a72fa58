export interface PlotBar {
  x: number
  y: number
  width: number
  height: number
}

export const PLOT = { width: 300, height: 40 } as const
const GAP = 3
/** What is not nothing can be seen. */
const LOWEST = 1.5

/** Bars side by side, the highest as high as the plot. Nothing at all is a line at its foot. */
export function plotBars(values: readonly number[]): PlotBar[] {
  const top = Math.max(0, ...values)
  const pitch = PLOT.width / Math.max(1, values.length)
  return values.map((value, index) => {
    const height = value > 0 ? Math.max(LOWEST, (value / top) * PLOT.height) : 0.5
    return { x: index * pitch, y: PLOT.height - height, width: pitch - GAP, height }
  })
}
