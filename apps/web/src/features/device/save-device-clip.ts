import { saveFile } from '../../browser/save-file.ts'
import type { ClipFile } from './device-formats.ts'

interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string
    types: { accept: Record<string, string[]> }[]
  }) => Promise<FileSystemFileHandle>
}

/** Errors of a dialog that was closed, or that the browser does not open because the last press was too long ago. */
const UNANSWERED_ERRORS = ['AbortError', 'SecurityError']

/**
 * Saves a finished clip in the place that the person chooses, or as a download where the browser has no dialog for it.
 * The dialog empties the chosen file at once. That may be the open file, so the dialog comes after the cut.
 * @returns whether it is saved: no place may have been chosen
 */
export async function saveDeviceClip(
  clip: File,
  { name, mediaType, ending }: ClipFile,
  signal: AbortSignal,
): Promise<boolean> {
  const { showSaveFilePicker } = window as FilePicker
  if (!showSaveFilePicker) {
    saveFile(clip, name)
    return true
  }
  const types = [{ accept: { [mediaType]: [ending] } }]
  const handle = await showSaveFilePicker({ suggestedName: name, types }).catch((error: unknown) => {
    if (error instanceof DOMException && UNANSWERED_ERRORS.includes(error.name)) return null
    throw error
  })
  // The file has its content when all of it is written.
  await handle?.createWritable().then((file) => clip.stream().pipeTo(file, { signal }))
  return handle !== null
}
