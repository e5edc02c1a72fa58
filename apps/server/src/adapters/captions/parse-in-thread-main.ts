import { parentPort, workerData } from 'node:worker_threads'
import { parseCaptions } from './parse-captions.ts'

parentPort?.postMessage(parseCaptions(Buffer.from(workerData as Uint8Array).toString('utf8')))
