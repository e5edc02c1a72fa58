import { parentPort, workerData } from 'node:worker_threads'
import { parseCaptions } from '@kerf/domain/captions/parse-captions'

parentPort?.postMessage(parseCaptions(Buffer.from(workerData as Uint8Array).toString('utf8')))
