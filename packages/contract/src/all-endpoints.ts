import { readCurrentUser } from './account.ts'
import { confirmNewsletter, endNewsletter, sendMessage, subscribeNewsletter } from './contact.ts'
import {
  cancelDownload,
  deleteDownload,
  listDownloads,
  readDownload,
  readDownloadFile,
  requestDownload,
} from './download.ts'
import type { Endpoint } from './endpoint.ts'
import { readHealth } from './health.ts'
import { deleteAccount, exportData, listOwnDownloads } from './user.ts'
import {
  processVideo,
  readFilmstripSheet,
  readPreview,
  readThumbnail,
  readVideo,
  readWaveform,
  setTrim,
} from './video.ts'
import { readQuota } from './viewer.ts'

/** Every call of the API. The OpenAPI document lists these, and a test holds the server's routes against them. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [
  processVideo,
  readVideo,
  setTrim,
  readThumbnail,
  readFilmstripSheet,
  readWaveform,
  readPreview,
  requestDownload,
  listDownloads,
  readDownload,
  readDownloadFile,
  cancelDownload,
  deleteDownload,
  readCurrentUser,
  readQuota,
  listOwnDownloads,
  exportData,
  deleteAccount,
  sendMessage,
  subscribeNewsletter,
  confirmNewsletter,
  endNewsletter,
  readHealth,
]
