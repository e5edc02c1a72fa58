import type { Video } from '@kerf/contract/video'
import type { MediaFacts } from '@kerf/cutter/api/media-facts'
import { useEffect, useState } from 'react'
import { deviceWords } from '#messages/clips/device.ts'
import { forbidConnections, isLinkDocument, takeHandedFiles } from '../../browser/device-file.ts'
import type { FileChoice } from '../../browser/use-file-drop.ts'
import { NO_RANGES, type RangeList } from '../../data/ranges/range-list.ts'
import { browserRefusal, engineErrorSentence } from './device-refusal.ts'
import { deviceVideo } from './device-video.ts'
import { type Engine, startEngine } from './engine-client.ts'

export interface OpenedFile {
  file: Pick<File, 'name'>
  /** Host of the link that is read; null for a local file. */
  host: string | null
  facts: MediaFacts
  video: Video
  /** Ranges that the trim screen begins with, besides that of the video. */
  list: RangeList
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

/** The open local file. A new one replaces it. */
export function useDeviceFile(): {
  state: FileState
  /** The last chosen files. */
  choice: FileChoice | null
  open: (choice: FileChoice) => void
} {
  const [choice, setChoice] = useState<FileChoice | null>(null)
  // Files that were chosen before this effect ran stay.
  useEffect(() => setChoice((chosenFiles) => takeHandedFiles() ?? chosenFiles), [])
  const [state, setState] = useState<FileState>({ opened: null, openingFile: null, refusal: null })
  useEffect(() => {
    if (!choice) return
    const { file } = choice
    const refuse = (refusal: string): void => setState(({ opened }) => ({ opened, openingFile: null, refusal }))
    if (!file) return refuse(deviceWords.refusals.folder)
    const refusal = browserRefusal()
    if (refusal !== null) return refuse(refusal)
    forbidConnections()
    setState(({ opened }) => ({ opened, openingFile: file, refusal: null }))
    const controller = new AbortController()
    const { signal } = controller
    openFile(file, signal).then(
      (opened) => (signal.aborted ? opened.close() : setState({ opened, openingFile: null, refusal: null })),
      (error: unknown) => signal.aborted || refuse(engineErrorSentence(error)),
    )
    return () => controller.abort()
  }, [choice])
  const { opened } = state
  useEffect(() => opened?.close, [opened])
  return { state, choice, open: setChoice }
}

/** Opens a file in an engine of its own. */
async function openFile(file: File, signal: AbortSignal): Promise<OpenedFile> {
  if (isLinkDocument()) throw new Error('A page that may connect opens no file.')
  const engine = startEngine()
  try {
    const facts = await engine.call('open', file, { signal })
    const address = URL.createObjectURL(file)
    const close = (): void => {
      engine.close()
      URL.revokeObjectURL(address)
    }
    return { file, host: null, facts, video: deviceVideo(file, address, facts), list: NO_RANGES, engine, close }
  } catch (error) {
    engine.close()
    throw error
  }
}
