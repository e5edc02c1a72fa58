import { useEffect, useState } from 'react'
import { useLatest } from './use-latest.ts'

/** A choice of files. Only the first one is opened. */
export interface FileChoice {
  /** The first file; null for folders alone. */
  file: File | null
  fileCount: number
}

/** The files of a drop; null for a drop of anything else. A dragged image of another page is a link. */
export function droppedFiles(data: DataTransfer | null): FileChoice | null {
  if (!data || data.files.length === 0 || /^https?:/i.test(data.getData('text/uri-list'))) return null
  // A folder is listed as a file, too.
  const entries = [...data.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const files = [...data.files].filter((_, index) => !entries[index]?.isDirectory)
  return { file: files[0] ?? null, fileCount: data.files.length }
}

/** Takes files that are dropped anywhere on the page. Returns whether some are dragged over it. */
export function useFileDrop(onFiles: (choice: FileChoice) => void): boolean {
  const [isDragged, setDragged] = useState(false)
  const latest = useLatest(onFiles)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onDrag = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Without this the browser would open the file in place of the page.
      event.preventDefault()
      setDragged(true)
    }
    document.addEventListener('dragover', onDrag, { signal })
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || setDragged(false), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        setDragged(false)
        const choice = droppedFiles(event.dataTransfer)
        if (!choice) return
        event.preventDefault()
        latest.current(choice)
      },
      { signal },
    )
    return () => controller.abort()
  }, [latest])
  return isDragged
}
