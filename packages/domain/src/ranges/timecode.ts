/** Time without trailing zeros, with at most three decimals: `1:23`, `0:20.5`, `1:02:03.125`. */
export const shortTimecode = (seconds: number): string => formatTimecode(seconds, 3).replace(/\.?0+$/, '')

/** Time as `1:23` or `1:02:03`, with decimals `1:23.450`. Rounds only once, so 59.9996 does not become 0:60.000. */
export function formatTimecode(seconds: number, decimals = 0): string {
  const scale = 10 ** decimals
  const units = Math.round(Math.max(0, seconds) * scale)
  const wholeSeconds = Math.floor(units / scale)
  const hours = Math.floor(wholeSeconds / 3600)
  const minutes = Math.floor((wholeSeconds % 3600) / 60)
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  const fraction = decimals === 0 ? '' : `.${String(units % scale).padStart(decimals, '0')}`
  const head = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes)
  return `${head}:${twoDigits(wholeSeconds % 60)}${fraction}`
}
