/** Seconds, or null. Reads `83`, `83.5`, `1:23`, `01:23,450`, `1:02:03.5`, and `75:00`. */
export function parseTimecode(text: string): number | null {
  const match = /^(?:(\d{1,4}):)?(?:(\d{1,5}):)?(\d{1,6}(?:[.,]\d{1,9})?)$/.exec(text.trim())
  if (!match) return null
  const [, first, second, last] = match
  const seconds = Number((last ?? '').replace(',', '.'))
  const minutes = Number(second ?? first ?? 0)
  const hours = second === undefined ? 0 : Number(first)
  if ((first !== undefined && seconds >= 60) || (second !== undefined && minutes >= 60)) return null
  return hours * 3600 + minutes * 60 + seconds
}

/** `1:23`, `0:20.5`, `1:02:03.125`: with as many decimals as say something, three at most. */
export const shortTimecode = (seconds: number): string => formatTimecode(seconds, 3).replace(/\.?0+$/, '')

/** `1:23`, `1:02:03`, with decimals `1:23.450`. Rounds once, so that 59.9996 never reads as 0:60.000. */
export function formatTimecode(seconds: number, decimals = 0): string {
  const scale = 10 ** decimals
  const units = Math.round(Math.max(0, seconds) * scale)
  const whole = Math.floor(units / scale)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  const fraction = decimals === 0 ? '' : `.${String(units % scale).padStart(decimals, '0')}`
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  return `${head}:${two(whole % 60)}${fraction}`
}
