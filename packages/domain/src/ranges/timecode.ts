/** `83`, `83.5`, `1:23`, `01:23,450`, `1:02:03.5`, `75:00` */
const WITH_COLONS = /^(?:(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,5}):)?(?<seconds>\d{1,6}(?:[.,]\d{1,9})?)$/
/** `90s`, `1m2s`, `1m2`, `1h2m3.5s`, `75m` */
const WITH_UNITS = /^(?=\d)(?:(?<hours>\d{1,4})h)?(?:(?<minutes>\d{1,5})m)?(?:(?<seconds>\d{1,6}(?:[.,]\d{1,9})?)s?)?$/i

/** Seconds, or null. Reads `83.5`, `.5`, `1:23`, `01:23,450`, `1:02:03.5`, `75:00`, and with units `90s`, `1m2s`, `1h2m3.5s`. */
export function parseTimecode(text: string): number | null {
  const typed = text.trim().replace(/^[.,]/, '0$&')
  const parts = (WITH_COLONS.exec(typed) ?? WITH_UNITS.exec(typed))?.groups
  if (!parts) return null
  const { hours, minutes, seconds = '0' } = parts
  const [h, m, s] = [Number(hours ?? 0), Number(minutes ?? 0), Number(seconds.replace(',', '.'))]
  if ((minutes !== undefined && s >= 60) || (hours !== undefined && (m >= 60 || s >= 60))) return null
  return h * 3600 + m * 60 + s
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
