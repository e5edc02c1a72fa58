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
