import type { DownloadOption } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import { readStored, store } from '../../browser/storage.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import { changesFrames } from '../../data/ranges/fit.ts'
import type { ShownOption } from './option-row.ts'

type SourceCodec = NonNullable<DownloadOption['sourceCodec']>

/** The two codecs that a row offers: H.264, which opens everywhere and takes its time, or the source's own, for newer players. */
export interface SourceCodecForm {
  /** With the chosen form in its row. */
  options: readonly ShownOption[]
  /** The option whose row offers the choice; null where there is none. */
  offered: { option: DownloadOption; sourceCodec: SourceCodec } | null
  isChosen: boolean
  choose: (isSourceCodec: boolean) => void
}

export function useSourceCodec(options: readonly DownloadOption[], choice: ClipChoice): SourceCodecForm {
  const option = options.find(({ sourceCodec }) => sourceCodec)
  const isPlayed = useIsPlayed(option?.sourceCodec ?? null)
  const [isWanted, setWanted] = useState(() => readStored('source-codec') !== null)
  const sourceCodec = isPlayed && keepsFrames(choice) ? option?.sourceCodec : null
  const isChosen = isWanted && sourceCodec != null
  return {
    options: isChosen ? options.map((one) => (one === option ? withSourceCodec(one, sourceCodec) : one)) : options,
    offered: option && sourceCodec ? { option, sourceCodec } : null,
    isChosen,
    choose(isSourceCodec) {
      setWanted(isSourceCodec)
      store('source-codec', isSourceCodec ? 'yes' : null)
    },
  }
}

/** Whether no frame has to be encoded for what is chosen. */
const keepsFrames = ({ fit, subtitles }: ClipChoice): boolean =>
  !changesFrames(fit) && fit.maxBytes === undefined && subtitles?.as !== 'burned'

function withSourceCodec(option: DownloadOption, { codec, bitrate }: SourceCodec): ShownOption {
  const { approxSize: _, ...rest } = option
  return {
    ...rest,
    approxSize: null,
    format: 'original',
    own: { container: 'mp4' },
    codec,
    bitrate,
    kind: `MP4, ${codec}`,
  }
}

/** Whether this device says that it plays it smoothly. */
function useIsPlayed(sourceCodec: SourceCodec | null): boolean {
  const [isPlayed, setPlayed] = useState(false)
  const { contentType, width, height, bitrate, frameRate } = sourceCodec ?? {}
  useEffect(() => {
    if (!contentType || !width || !height || !bitrate || !frameRate || !('mediaCapabilities' in navigator)) return
    let isAsked = true
    const video = { contentType, width, height, bitrate: Math.round(bitrate), framerate: frameRate }
    navigator.mediaCapabilities.decodingInfo({ type: 'file', video }).then(
      ({ supported, smooth }) => isAsked && setPlayed(supported && smooth),
      // A type that it does not know.
      () => {},
    )
    return () => {
      isAsked = false
    }
  }, [contentType, width, height, bitrate, frameRate])
  return isPlayed
}
