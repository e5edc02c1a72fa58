import type { DownloadOption } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import { readStored, store } from '../../browser/storage.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import { changesFrames } from '../../data/ranges/fit.ts'
import type { ShownOption } from './option-row.ts'

type Quick = NonNullable<DownloadOption['quick']>

/** The two codecs that a row offers: H.264, which opens everywhere and takes its time, or the source's own, for newer players. */
export interface QuickForm {
  /** With the chosen form in its row. */
  options: readonly ShownOption[]
  /** The option whose row offers the choice; null where there is none. */
  offered: { option: DownloadOption; quick: Quick } | null
  isChosen: boolean
  choose: (isQuick: boolean) => void
}

/** What this browser remembers: who takes the quick form once mostly wants it again. */
const KEY = 'kerf:quick-form'

export function useQuickForm(options: readonly DownloadOption[], choice: ClipChoice): QuickForm {
  const option = options.find(({ quick }) => quick)
  const isPlayed = useIsPlayed(option?.quick ?? null)
  const [isWanted, setWanted] = useState(() => readStored('localStorage', KEY) !== null)
  const quick = isPlayed && keepsFrames(choice) ? option?.quick : null
  const isChosen = isWanted && quick != null
  return {
    options: isChosen ? options.map((one) => (one === option ? quickOption(one, quick) : one)) : options,
    offered: option && quick ? { option, quick } : null,
    isChosen,
    choose(isQuick) {
      setWanted(isQuick)
      store('localStorage', KEY, isQuick ? 'yes' : null)
    },
  }
}

/** Whether no frame has to be encoded for what is chosen. */
const keepsFrames = ({ fit, subtitles }: ClipChoice): boolean =>
  !changesFrames(fit) && fit.maxBytes === undefined && subtitles?.as !== 'burned'

function quickOption(option: DownloadOption, { codec, bitrate }: Quick): ShownOption {
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
function useIsPlayed(quick: Quick | null): boolean {
  const [isPlayed, setPlayed] = useState(false)
  const { contentType, width, height, bitrate, frameRate } = quick ?? {}
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
