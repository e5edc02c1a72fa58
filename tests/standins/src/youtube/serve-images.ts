import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Exchange, send, sendNotFound } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { storyboardFileName } from './media/storyboards.ts'
import { THUMBNAILS } from './media/thumbnails.ts'
import { findVideo } from './videos.ts'

const THUMBNAIL_PATH_PATTERN = /^\/vi(?:_webp)?\/([\w-]{11})\/(\w+?)(?:_live)?\.(jpg|webp)$/
const STORYBOARD_PATH_PATTERN = /^\/sb\/([\w-]{11})\/storyboard3_L(\d)\/(?:M(\d+)|default)\.jpg$/

/** Answers i.ytimg.com: the thumbnails and storyboards of every video whose details are not hidden. */
export async function serveImages(exchange: Exchange, library: MediaLibrary): Promise<void> {
  const fileName = imageFileName(exchange.url.pathname, library)
  if (fileName === null) {
    sendNotFound(exchange)
    return
  }
  const image = await readFile(join(library.directory, fileName))
  send(exchange, 200, fileName.endsWith('.webp') ? 'image/webp' : 'image/jpeg', image)
}

function imageFileName(path: string, library: MediaLibrary): string | null {
  const [, videoId, name, fileExtension] = THUMBNAIL_PATH_PATTERN.exec(path) ?? []
  if (videoId) {
    const thumbnailName = storedThumbnail(name!)
    return thumbnailName !== null && showsImages(videoId) ? `${thumbnailName}.${fileExtension}` : null
  }
  const [, boardVideoId, level, sheet] = STORYBOARD_PATH_PATTERN.exec(path) ?? []
  if (boardVideoId) {
    const board = library.storyboards[Number(level)]
    const sheetNumber = Number(sheet ?? 0)
    const isStored = board !== undefined && sheetNumber < board.sheets && showsImages(boardVideoId)
    return isStored ? storyboardFileName(board.level, sheetNumber) : null
  }
  return null
}

/** The stored image for a thumbnail's name. `hq2` or `1` are frames in the size of `hqdefault` or `default`. */
function storedThumbnail(name: string): string | null {
  const [, prefix] = /^(|mq|hq|sd)[0-3]$/.exec(name) ?? []
  const storedName = name === '0' ? 'hqdefault' : prefix === undefined ? name : `${prefix}default`
  return THUMBNAILS.some((thumbnail) => thumbnail.name === storedName) ? storedName : null
}

function showsImages(videoId: string): boolean {
  return !findVideo(videoId).refusal?.hidesDetails
}
