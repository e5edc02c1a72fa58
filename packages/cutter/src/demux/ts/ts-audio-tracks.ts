import { languageTag } from '../../bitstream/language.ts'
import { type AudioChoice, chooseAudio } from '../common/audio-choice.ts'
import type { WantedTracks } from '../common/opened-part.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { AudioFramer } from './audio-frames.ts'
import { assemblePes } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'
import type { TsAudio, TsProgram } from './ts-program.ts'

/** A frame of each track is found in less. */
const SEARCHED_BYTES = 2 * 1024 * 1024

export interface ProbedAudio extends TsAudio {
  /** 0: no frame of it was found. */
  channels: number
}

export interface TsSelection {
  /** Its audio is the chosen one. */
  program: TsProgram
  /** null: no audio is wanted. */
  choice: AudioChoice<ProbedAudio> | null
}

/** Chooses among a programme's audio. Tables may also name tracks of which there is nothing: those do not count. */
export function selectTsAudio(
  program: TsProgram,
  begun: Buffer,
  layout: TsLayout,
  { audio, audioTrack }: WantedTracks,
): TsSelection {
  if (!audio) return { program, choice: null }
  const { audios } = program
  const isSearched = audios.length > 1
  const all = audios.map((stream) => ({ ...stream, channels: isSearched ? channelsOf(stream, begun, layout) : 0 }))
  const present = all.filter(({ channels }, index) => index === 0 || channels > 0)
  const choice = chooseAudio(present, present[0] ?? null, audioTrack)
  return { program: { ...program, audio: choice.chosen }, choice }
}

function channelsOf({ pid }: TsAudio, begun: Buffer, layout: TsLayout): number {
  const pids = { video: new Set<number>(), audio: new Set([pid]) }
  const searched = begun.subarray(0, SEARCHED_BYTES)
  const { units } = unlessDamaged(() => assemblePes(searched, layout, pids, searched.length)) ?? { units: [] }
  const framer = new AudioFramer()
  for (const { data, pts } of units) {
    const [frame] = framer.frames(data, pts)
    if (frame) return frame.header.channels
  }
  return 0
}

export function describeProbed({ codec, channels, language }: ProbedAudio) {
  return { codec, channels, language: languageTag(language), name: null }
}
