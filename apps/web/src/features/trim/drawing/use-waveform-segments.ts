import type { Video } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import type { View } from './timeline-view.ts'
import type { SoundState } from './use-waveform.ts'
import { openSoundPieces, type SoundPieces } from './waveform-segments.ts'

/** A view that moves on within this time was passed by. */
const STILL_MILLISECONDS = 300

/** Fetches the sound of what is shown, of a video whose sound comes in pieces. */
export function useSoundPieces({ waveform, duration }: Video, view: View, onSound: (sound: SoundState) => void): void {
  const address = waveform?.inPieces ? waveform.address : null
  const peaksPerSecond = waveform?.peaksPerSecond ?? 1
  const [pieces, setPieces] = useState<SoundPieces | null>(null)
  useEffect(() => {
    if (address === null) return
    const opened = openSoundPieces({ address, peaksPerSecond, durationSeconds: duration, onSound })
    setPieces(opened)
    return () => opened.close()
  }, [address, peaksPerSecond, duration, onSound])
  useEffect(() => {
    if (!pieces) return
    const timer = setTimeout(() => pieces.show(view), STILL_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [pieces, view])
}
