import type { Video } from '@kerf/contract/video'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import { useCallback, useEffect, useState } from 'react'
import { forbidConnections, takeHandedFile } from '../../browser/device-file.ts'
import { browserRefusal, refusalSentence } from './device-refusal.ts'
import { deviceVideo } from './device-video.ts'
import { type Engine, startEngine } from './engine-client.ts'

export interface OpenedFile {
  file: File
  facts: MediaFacts
  video: Video
  engine: Engine
}

export type FileState =
  | { kind: 'none'; refusal: string | null }
  | { kind: 'opening'; file: File }
  | { kind: 'open'; opened: OpenedFile }

/** The file of this device that is open. A new one replaces it. */
export function useDeviceFile(): { state: FileState; open: (file: File) => void } {
  const [chosenFile, setChosenFile] = useState<File | null>(null)
  // A file that was chosen before this effect ran stays.
  useEffect(() => setChosenFile((file) => takeHandedFile() ?? file), [])
  const [state, setState] = useState<FileState>({ kind: 'none', refusal: null })
  useEffect(() => {
    if (!chosenFile) return
    const refusal = browserRefusal()
    if (refusal !== null) return setState({ kind: 'none', refusal })
    forbidConnections()
    setState({ kind: 'opening', file: chosenFile })
    const controller = new AbortController()
    const engine = startEngine()
    const address = URL.createObjectURL(chosenFile)
    engine.call('open', chosenFile, { signal: controller.signal }).then(
      (facts) => {
        const opened = { file: chosenFile, facts, video: deviceVideo(chosenFile, address, facts), engine }
        if (!controller.signal.aborted) setState({ kind: 'open', opened })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ kind: 'none', refusal: refusalSentence(error) })
      },
    )
    return () => {
      controller.abort()
      engine.close()
      URL.revokeObjectURL(address)
    }
  }, [chosenFile])
  return { state, open: useCallback((file: File) => setChosenFile(file), []) }
}
