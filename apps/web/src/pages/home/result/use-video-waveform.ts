import type { Video } from '@kerf/contract/video'
import { useState } from 'react'
import { useWaveform, type WaveformState } from '../../../features/trim/drawing/use-waveform.ts'

/** Waveform of a whole video, or the loaded parts of it for a long one. */
export function useVideoWaveform({ waveform }: Video): {
  waveform: WaveformState
  onPieces: (pieces: WaveformState) => void
} {
  const { address = null, inPieces } = waveform ?? {}
  const [pieces, onPieces] = useState<WaveformState>('coming')
  const wholeWaveform = useWaveform(inPieces ? null : address)
  return { waveform: inPieces ? pieces : wholeWaveform, onPieces }
}
