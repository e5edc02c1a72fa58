import { languageTag } from '../../bitstream/language.ts'
import { type AudioChoice, chooseAudio } from '../common/audio-choice.ts'
import type { WantedTracks } from '../common/opened-part.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { AudioFramer } from './audio-frames.ts'
import { assemblePes } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'
import type { TsAudio, TsProgram } from './ts-program.ts'

/** Number of bytes at the start of a file in which a frame of each audio track is searched. */
const SEARCHED_BYTES = 2 * 1024 * 1024

export interface ProbedAudio extends TsAudio {
  /** Number of channels; 0 if no frame was found. */
  channels: number
}

export interface TsSelection {
  /** The program with the chosen audio. */
  program: TsProgram
  /** Audio tracks to choose from; null if the caller wants no audio. */
  choice: AudioChoice<ProbedAudio> | null
}

/** Chooses an audio track of a program. Tracks without packets do not count, even if the PMT lists them. */
export function selectTsAudio(
  program: TsProgram,
  firstBytes: Buffer,
  layout: TsLayout,
  { audio, audioTrack }: WantedTracks,
): TsSelection {
  if (!audio) return { program, choice: null }
  const { audios } = program
  const isSearched = audios.length > 1
  const probedAudios = audios.map((stream) => ({
    ...stream,
    channels: isSearched ? channelsOf(stream, firstBytes, layout) : 0,
  }))
  const presentAudios = probedAudios.filter(({ channels }, index) => index === 0 || channels > 0)
  const choice = chooseAudio(presentAudios, presentAudios[0] ?? null, audioTrack)
  return { program: { ...program, audio: choice.chosen }, choice }
}

function channelsOf({ pid }: TsAudio, firstBytes: Buffer, layout: TsLayout): number {
  const pids = { video: new Set<number>(), audio: new Set([pid]) }
  const bytes = firstBytes.subarray(0, SEARCHED_BYTES)
  const { units } = unlessDamaged(() => assemblePes(bytes, layout, pids, bytes.length)) ?? { units: [] }
  const framer = new AudioFramer()
  for (const { data, pts } of units) {
    const [frame] = framer.frames(data, pts)
    if (frame) return frame.header.channels
  }
  return 0
}

export function describeProbedAudio({ codec, channels, language }: ProbedAudio) {
  return { codec, channels, language: languageTag(language), name: null }
}
