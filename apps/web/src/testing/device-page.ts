import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { button, see, seeText } from './screen.ts'

export const FILE = new File(['video'], 'holiday.mp4', { type: 'video/mp4' })
export const OTHER_FILE = new File(['other'], 'party.webm')
export const fileTitle = page.getByRole('heading', { level: 1, name: 'holiday.mp4' })
export const otherFileTitle = page.getByRole('heading', { level: 1, name: 'party.webm' })
export const saveButton = button('Cut and save')

/** Drops files on the page, as if they came from the desktop. */
export function drop(files: File | readonly File[], target: Element = document.body): void {
  const dataTransfer = new DataTransfer()
  for (const file of [files].flat()) dataTransfer.items.add(file)
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}

/** Chooses a file by the button, whose dialog no test can see. */
export async function chooseFile(file: File): Promise<void> {
  await see(button('Open a file'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  input.files = dataTransfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Saves clips as downloads, and returns their names. */
export function watchDownloads(): string[] {
  vi.stubGlobal('showSaveFilePicker', undefined)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

/** Lets the first entries of a drop be folders. */
export function dropAsFolders(count: number): void {
  for (let nth = 0; nth < count; nth++)
    vi.spyOn(DataTransferItem.prototype, 'webkitGetAsEntry').mockReturnValueOnce({
      isDirectory: true,
    } as FileSystemEntry)
}

/** Cuts the open file and closes the dialog for the place of the clip, so that the clip is not saved. */
export async function makeUnsavedClip(): Promise<void> {
  vi.stubGlobal('showSaveFilePicker', vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError')))
  await seeText(/1,488 original frames/)
  await saveButton.click()
  await seeText('Ready, but not saved yet:')
}

/** Whether the browser would ask before the page is left. */
export const isLeavingAsked = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
