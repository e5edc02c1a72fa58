import type { Video } from '@kerf/contract/video'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import { useCallback, useEffect, useState } from 'react'
import { forbidConnections, takeHandedFile } from '../../browser/device-file.ts'
import { browserRefusal, engineErrorSentence } from './device-refusal.ts'
import { deviceVideo } from './device-video.ts'
import { type Engine, startEngine } from './engine-client.ts'

export interface OpenedFile {
  file: File
  facts: MediaFacts
  video: Video
  engine: Engine
  close: () => void
}

export interface FileState {
  /** The open file. It stays until another one is open. */
  opened: OpenedFile | null
  openingFile: File | null
  /** Reason for which the last chosen file was not opened. */
  refusal: string | null
}

/** The file of this device that is open. A new one replaces it. */
export function useDeviceFile(): { state: FileState; open: (file: File) => void } {
  const [chosenFile, setChosenFile] = useState<File | null>(null)
  // A file that was chosen before this effect ran stays.
  useEffect(() => setChosenFile((file) => takeHandedFile() ?? file), [])
  const [state, setState] = useState<FileState>({ opened: null, openingFile: null, refusal: null })
  useEffect(() => {
    if (!chosenFile) return
    const refuse = (refusal: string): void => setState(({ opened }) => ({ opened, openingFile: null, refusal }))
    const refusal = browserRefusal()
    if (refusal !== null) return refuse(refusal)
    forbidConnections()
    setState(({ opened }) => ({ opened, openingFile: chosenFile, refusal: null }))
    const controller = new AbortController()
    const { signal } = controller
    openFile(chosenFile, signal).then(
      (opened) => (signal.aborted ? opened.close() : setState({ opened, openingFile: null, refusal: null })),
      (error: unknown) => signal.aborted || refuse(engineErrorSentence(error)),
    )
    return () => controller.abort()
  }, [chosenFile])
  const { opened } = state
  useEffect(() => opened?.close, [opened])
  return { state, open: useCallback((file: File) => setChosenFile(file), []) }
}

/** Opens a file in an engine of its own. */
async function openFile(file: File, signal: AbortSignal): Promise<OpenedFile> {
  const engine = startEngine()
  try {
    const facts = await engine.call('open', file, { signal })
    const address = URL.createObjectURL(file)
    const close = (): void => {
      engine.close()
      URL.revokeObjectURL(address)
    }
    return { file, facts, video: deviceVideo(file, address, facts), engine, close }
  } catch (error) {
    engine.close()
    throw error
  }
}
