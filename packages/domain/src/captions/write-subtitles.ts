interface TimedText {
  startTime: number
  endTime: number
  text: string
}

/** SubRip, for players that read a file beside the video. Times are rounded to the millisecond. */
export function writeSrt(cues: readonly TimedText[]): string {
  return cues
    .map(({ startTime, endTime, text }, at) => {
      const times = `${timecode(startTime, ',')} --> ${timecode(endTime, ',')}`
      return `${at + 1}\n${times}\n${withoutEmptyLines(text)}\n\n`
    })
    .join('')
}

/** WebVTT, for browsers. Its text is escaped, so that no cue becomes markup or another cue's times. */
export function writeVtt(cues: readonly TimedText[]): string {
  const written = cues.map(({ startTime, endTime, text }) => {
    const escaped = withoutEmptyLines(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `\n${timecode(startTime, '.')} --> ${timecode(endTime, '.')}\n${escaped}\n`
  })
  return `WEBVTT\n${written.join('')}`
}

/** An empty line ends a cue. */
function withoutEmptyLines(text: string): string {
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .join('\n')
}

function timecode(seconds: number, separator: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0')
  const [hours, minutes, whole] = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1000) % 60]
  return `${two(hours)}:${two(minutes)}:${two(whole)}${separator}${String(milliseconds % 1000).padStart(3, '0')}`
}
