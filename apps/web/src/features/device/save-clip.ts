import { saveFile } from '../../browser/save-file.ts'
import type { ClipFile } from './clip-forms.ts'

interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle>
}

/** Place for a clip. */
export interface SavePlace {
  save: (clip: File, signal: AbortSignal) => Promise<void>
}

/**
 * Asks for the place of a clip, where the browser has a dialog for it. Other browsers save the clip as a download.
 * Call this in the handler of a press, because browsers open the dialog only then.
 * @returns null if the dialog was closed without a place
 */
export async function askForPlace({ name, mediaType, ending }: ClipFile): Promise<SavePlace | null> {
  const { showSaveFilePicker } = window as FilePicker
  if (!showSaveFilePicker) return { save: async (clip) => saveFile(clip, name) }
  try {
    const handle = await showSaveFilePicker({ suggestedName: name, types: [{ accept: { [mediaType]: [ending] } }] })
    return {
      // The file appears under its name when all of it is written.
      save: async (clip, signal) => clip.stream().pipeTo(await handle.createWritable(), { signal }),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}
