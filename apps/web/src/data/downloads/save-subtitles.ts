import { type Download, readDownloadSubtitles, readDownloadZip } from '@kerf/contract/download'
import { fetchResponse, pathFor, queryString } from '@kerf/contract/protocol/client'
import type { SubtitleFileFormat } from '@kerf/domain/captions/transcript'
import { fileNameBeside } from '@kerf/domain/formats/file-name'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { subtitleFileWords } from '#messages/clips/choices.ts'
import { saveWords } from '#messages/clips/save.ts'
import { saveFile } from '../../browser/save-file.ts'
import { megabytes } from '../formatting/size.ts'
import { fileNameOf, nameQuery } from './clip-file.ts'
import { handOverFile } from './hand-over-file.ts'

/**
 * Saves the subtitles of a finished clip. The page fetches them, because they are small. Throws ApiError and
 * OfflineError.
 */
export async function saveSubtitles({ id, fileName }: Download, format: SubtitleFileFormat): Promise<ToastMessage> {
  const answer = await fetchResponse(
    readDownloadSubtitles,
    { params: { id }, query: { format, ...nameQuery() } },
    fetch,
  )
  const name = fileNameOf(answer) ?? fileNameBeside(fileName, format)
  saveFile(await answer.blob(), name)
  return { title: subtitleFileWords.saved, text: name }
}

/**
 * Hands a zip of the clip and its subtitles to the browser, after a first request that shows whether the server has
 * one. Throws ApiError and OfflineError.
 */
export async function saveWithSubtitles({ id, fileName, fileSize }: Download): Promise<ToastMessage> {
  const query = nameQuery()
  const answer = await fetchResponse(readDownloadZip, { params: { id }, query }, fetch)
  // The browser's own download fetches the zip again.
  await answer.body?.cancel()
  const { started, startedText } = saveWords
  return handOverFile(pathFor(readDownloadZip, { id }) + queryString(query), fileNameBeside(fileName, 'zip'), {
    title: started,
    text: startedText(megabytes(fileSize ?? 0)),
  })
}
