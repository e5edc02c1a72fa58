import type { Video } from '@kerf/contract/video'
import { useState } from 'react'
import { useWaveform, type WaveformState } from '../../../features/trim/drawing/use-waveform.ts'

/** The waveform of a video as a whole, or of a long one as far as its pieces have come. */
export function useVideoWaveform({ waveform }: Video): {
  waveform: WaveformState
  onPieces: (pieces: WaveformState) => void
} {
  const { address = null, inPieces } = waveform ?? {}
  const [pieces, onPieces] = useState<WaveformState>('coming')
  const whole = useWaveform(inPieces ? null : address)
  return { waveform: inPieces ? pieces : whole, onPieces }
}
