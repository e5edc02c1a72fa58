import type { DownloadOption } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import { readStored, store } from '../../browser/storage.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import { changesFrames } from '../../data/ranges/fit.ts'
import type { RowOption } from './option-row.ts'

type SourceCodec = NonNullable<DownloadOption['sourceCodec']>

/** Codec choice in a row of the download table: H.264, which plays everywhere, or the source's own, for newer players. */
export interface SourceCodecChoice {
  /** Options of the video, with the chosen codec in its row. */
  options: readonly RowOption[]
  /** Option whose row offers the choice; null where there is none. */
  offer: { option: DownloadOption; sourceCodec: SourceCodec } | null
  isChosen: boolean
  choose: (isSourceCodec: boolean) => void
}

export function useSourceCodec(options: readonly DownloadOption[], choice: ClipChoice): SourceCodecChoice {
  const option = options.find(({ sourceCodec }) => sourceCodec)
  const isPlayable = useIsPlayable(option?.sourceCodec ?? null)
  const [isPreferred, setPreferred] = useState(() => readStored('source-codec') !== null)
  const sourceCodec = isPlayable && keepsFrames(choice) ? option?.sourceCodec : null
  const isChosen = isPreferred && sourceCodec != null
  return {
    options: isChosen ? options.map((row) => (row === option ? withSourceCodec(row, sourceCodec) : row)) : options,
    offer: option && sourceCodec ? { option, sourceCodec } : null,
    isChosen,
    choose(isSourceCodec) {
      setPreferred(isSourceCodec)
      store('source-codec', isSourceCodec ? 'yes' : null)
    },
  }
}

/** Whether the choice leaves all frames unchanged, so that they need no re-encode. */
const keepsFrames = ({ fit, subtitles }: ClipChoice): boolean =>
  !changesFrames(fit) && fit.maxBytes === undefined && subtitles?.as !== 'burned'

function withSourceCodec(option: DownloadOption, { codec, bitrate }: SourceCodec): RowOption {
  const { approxSize: _, ...fields } = option
  return {
    ...fields,
    approxSize: null,
    format: 'original',
    own: { container: 'mp4' },
    codec,
    bitrate,
    kind: `MP4, ${codec}`,
  }
}

/** Whether the browser reports that it plays the source's codec smoothly. */
function useIsPlayable(sourceCodec: SourceCodec | null): boolean {
  const [isPlayable, setPlayable] = useState(false)
  const { contentType, width, height, bitrate, frameRate } = sourceCodec ?? {}
  useEffect(() => {
    if (!contentType || !width || !height || !bitrate || !frameRate || !('mediaCapabilities' in navigator)) return
    let isCurrent = true
    const video = { contentType, width, height, bitrate: Math.round(bitrate), framerate: frameRate }
    navigator.mediaCapabilities.decodingInfo({ type: 'file', video }).then(
      ({ supported, smooth }) => isCurrent && setPlayable(supported && smooth),
      // The browser rejects a type that it does not know.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [contentType, width, height, bitrate, frameRate])
  return isPlayable
}
