import { parseArgs } from 'node:util'
import type { ClipFormat } from '@kerf/domain/clip-format'
import { clipFileName } from '@kerf/domain/file-name'
import { parseQuality, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/quality'
import { parseTimecode } from '@kerf/domain/timecode'

export interface CutRequest {
  link: string
  /** null: where the link says, or else the video, begins or ends. */
  ranges: { fromSeconds: number | null; toSeconds: number | null }[]
  /** null: as large as it is. */
  quality: QualityId | null
  outputPath: string
  isJson: boolean
  isDryRun: boolean
  mayOverwrite: boolean
}

export type Arguments =
  | { kind: 'cut'; request: CutRequest }
  | { kind: 'help' }
  | { kind: 'mistaken'; complaint: string }

const FORMATS: readonly ClipFormat[] = ['mp4', 'mp3']
const CLIP_OF_ANY_SIZE = 'kerf_clip.mp4'

const options = {
  from: { type: 'string', short: 'f', multiple: true },
  to: { type: 'string', short: 't', multiple: true },
  quality: { type: 'string', short: 'q' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

class MistakeError extends Error {}

/** Reads what was typed after `kerf`. Mistakes are values, each a sentence that names what was wrong. */
export function readArguments(words: readonly string[]): Arguments {
  try {
    return read(words)
  } catch (error) {
    const isTyped = error instanceof MistakeError || (error instanceof TypeError && 'code' in error)
    if (!isTyped) throw error
    // Node appends advice about dashes, which only confuses, and sometimes no full stop.
    return { kind: 'mistaken', complaint: error.message.replace(/\. To specify.*$/s, '').replace(/[^.?]$/, '$&.') }
  }
}

function read(words: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  const [command, link, ...rest] = positionals
  if (values.help || command === 'help') return { kind: 'help' }
  if (command === undefined) throw new MistakeError('There is nothing to do: say `kerf cut LINK`.')
  if (command !== 'cut') throw new MistakeError(`There is no command called "${command}": say \`kerf cut LINK\`.`)
  if (link === undefined) throw new MistakeError('There is no link or file to cut.')
  if (rest.length > 0) throw new MistakeError(`One link or file can be cut at a time: what is "${rest[0]}"?`)
  const quality = readQuality(values.quality, values.format, values.output)
  return {
    kind: 'cut',
    request: {
      link,
      ranges: readRanges(values.from ?? [], values.to ?? []),
      quality,
      outputPath: readOutput(values.output, quality),
      isJson: values.json,
      isDryRun: values['dry-run'],
      mayOverwrite: values.force,
    },
  }
}

function readRanges(from: readonly string[], to: readonly string[]): CutRequest['ranges'] {
  const several = Math.max(from.length, to.length, 1)
  if (several > 1 && from.length !== to.length) {
    throw new MistakeError('Each of several ranges needs its own --from and --to.')
  }
  return Array.from({ length: several }, (_, index) => {
    const range = { fromSeconds: readTime('--from', from[index]), toSeconds: readTime('--to', to[index]) }
    if (range.fromSeconds !== null && range.toSeconds !== null && range.toSeconds <= range.fromSeconds) {
      throw new MistakeError(`--to ${to[index]} has to be later than --from ${from[index]}.`)
    }
    return range
  })
}

function readTime(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const seconds = parseTimecode(text)
  if (seconds === null) throw new MistakeError(`${option} "${text}" is no time: say 83.5, 1:23.5 or 1:02:03.5.`)
  return seconds
}

function readQuality(
  text: string | undefined,
  format: string | undefined,
  output: string | undefined,
): QualityId | null {
  if (format !== undefined && !FORMATS.some((known) => known === format)) {
    throw new MistakeError(`--format "${format}" is not known: say ${FORMATS.join(' or ')}.`)
  }
  const isSoundNamed = format === 'mp3' || (format === undefined && /\.mp3$/i.test(output ?? ''))
  if (text === undefined) return isSoundNamed ? 'audio' : null
  const quality = parseQuality(text)
  if (!quality) throw new MistakeError(`-q "${text}" is no quality: say ${QUALITY_IDS.join(', ')}.`)
  if (format !== undefined && format !== QUALITIES[quality].format) {
    throw new MistakeError(`-q ${text} makes an ${QUALITIES[quality].format}, not an ${format}.`)
  }
  return quality
}

function readOutput(path: string | undefined, quality: QualityId | null): string {
  if (path === undefined)
    return quality ? clipFileName({ quality, format: QUALITIES[quality].format }) : CLIP_OF_ANY_SIZE
  const format = quality ? QUALITIES[quality].format : 'mp4'
  const ending = /\.(mp4|m4v|mp3)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending && (ending === 'mp3') !== (format === 'mp3')) {
    throw new MistakeError(`-o ${path} would hold an ${format}: name it so, or choose another quality.`)
  }
  return path
}
