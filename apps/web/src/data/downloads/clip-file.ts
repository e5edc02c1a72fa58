import { type Download, readDownloadFile } from '@kerf/contract/download'
import { ApiError, OfflineError, pathFor, queryString } from '@kerf/contract/protocol/client'
import { FILE_NAMES, type FileNames } from '@kerf/domain/formats/title-file-name'
import { readStored, store } from '../../browser/storage.ts'

/** How the server names files for those who do not choose. */
const usualNames = (): FileNames => readNames(document.documentElement.dataset.fileNames) ?? 'quality'

const readNames = (text: string | null | undefined): FileNames | undefined => FILE_NAMES.find((names) => names === text)

/** How this browser's files are named. */
export const fileNames = (): FileNames => readNames(readStored('file-names')) ?? usualNames()

export const chooseFileNames = (names: FileNames): void => store('file-names', names === usualNames() ? null : names)

/** The query of a file's address; nothing where the server's choice holds. */
export const nameQuery = () => ({ name: readNames(readStored('file-names')) })

/** Where the file of a finished clip is. It is named as this browser wants it, and answers byte ranges. */
export const clipAddress = ({ id }: Pick<Download, 'id'>): string =>
  pathFor(readDownloadFile, { id }) + queryString(nameQuery())

/** The name that an answer gives its file. */
export function fileNameOf(answer: Response): string | null {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return name === undefined ? null : decodeURIComponent(name)
}

/** A finished clip as a file of this page; null where it lies elsewhere and a script may not read it. Throws ApiError and OfflineError. */
export async function fetchClip(download: Download, mediaType: string): Promise<File | null> {
  const answer = await fetch(clipAddress(download), { credentials: 'include', redirect: 'manual' }).catch((cause) => {
    throw new OfflineError('No answer.', { cause })
  })
  if (answer.type === 'opaqueredirect') return null
  if (!answer.ok) throw await ApiError.from(answer)
  return new File([await answer.blob()], fileNameOf(answer) ?? download.fileName, { type: mediaType })
}
