import { useEffect, useState } from 'react'
import { useLatest } from './use-latest.ts'

/** The file of a drop; null for a drop of anything else. A dragged image of another page is a link. */
export function droppedFile(data: DataTransfer | null): File | null {
  const file = data?.files[0]
  return file && !/^https?:/i.test(data.getData('text/uri-list')) ? file : null
}

/** Takes a file that is dropped anywhere on the page. Returns whether one is dragged over it. */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDragged, setDragged] = useState(false)
  const latest = useLatest(onFile)
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
        const file = droppedFile(event.dataTransfer)
        if (!file) return
        event.preventDefault()
        latest.current(file)
      },
      { signal },
    )
    return () => controller.abort()
  }, [latest])
  return isDragged
}
