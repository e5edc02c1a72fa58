import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { answerS3Call, type S3Answer, type S3Conditions } from './answer-s3-call.ts'
import { checkSignature, type S3Keys, type SignatureRules } from './check-signature.ts'
import { S3Bucket } from './s3-bucket.ts'
import { S3Refusal } from './s3-refusal.ts'
import { s3Xml } from './s3-xml.ts'

/**
 * Failure of a call: a server error, a request to slow down, an expired signed address, a connection that ends before
 * or in the middle of the answer, or no answer.
 */
export type S3Fault = 'error' | 'slow_down' | 'expired' | 'cut' | 'cut_half_way' | 'silent'

export interface S3Options extends Partial<S3Keys> {
  bucket?: string
  region?: string
  /** Clock for the check of signatures and for the dates of objects. */
  now?: () => Date
  /** Maximum number of objects on one page of a list. */
  pageKeys?: number
  conditions?: S3Conditions
  /** Called with method and target before a call is carried out. Its promise delays the call: tests set the order. */
  beforeCall?: (call: string) => Promise<void>
}

export type S3StandIn = Awaited<ReturnType<typeof startS3>>

/**
 * An object store that speaks S3's protocol over real HTTP, path style: objects, ranges, lists in pages, multipart
 * uploads. A request without Amazon's signature for these keys, this region and this time is refused as by Amazon.
 */
export async function startS3({
  accessKeyId = 'AKIDSTANDIN',
  secretAccessKey = 'a secret of the stand-in',
  sessionToken,
  bucket: bucketName = 'clips',
  region = 'eu-central-1',
  now = () => new Date(),
  pageKeys,
  conditions,
  beforeCall,
}: S3Options = {}) {
  const bucket = new S3Bucket(now)
  const calls: string[] = []
  const rules: SignatureRules = { accessKeyId, secretAccessKey, sessionToken, region, now }
  let faults: { fault: S3Fault; matches: (call: string) => boolean; timesLeft: number }[] = []

  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`
    calls.push(call)
    const fault = nextFault(call)
    if (fault === 'silent') return
    if (fault === 'cut') return void request.socket.destroy()
    try {
      const body = await buffer(request)
      await beforeCall?.(call)
      send(request, response, answer(request, body, fault), fault === 'cut_half_way')
    } catch (error) {
      if (request.destroyed && !request.complete) return
      const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error))
      send(request, response, answerRefusal(refusal), false)
    }
  })
  const { port, close } = await listenOnLoopback(server)

  function nextFault(call: string): S3Fault | null {
    const activeFault = faults.find(({ matches, timesLeft }) => timesLeft > 0 && matches(call))
    if (!activeFault) return null
    activeFault.timesLeft -= 1
    return activeFault.fault
  }

  function answer(request: IncomingMessage, body: Buffer, fault: S3Fault | null): S3Answer {
    if (fault === 'error') throw new S3Refusal(500, 'InternalError')
    if (fault === 'slow_down') throw new S3Refusal(503, 'SlowDown')
    if (fault === 'expired') throw new S3Refusal(403, 'AccessDenied', 'Request has expired')
    checkSignature(request, body, rules)
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://stand-in')
    const [, name, ...keyParts] = pathname.split('/')
    if (name !== bucketName) throw new S3Refusal(404, 'NoSuchBucket')
    const key = decodeURIComponent(keyParts.join('/'))
    const s3Call = { method: request.method ?? '', key, query, headers: request.headers, body }
    return answerS3Call(bucket, s3Call, pageKeys, conditions)
  }

  return {
    /** http://127.0.0.1:port */
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    region,
    bucketName,
    /** The contents of the bucket. */
    bucket,
    /** Method and target of every call so far, including refused ones. */
    calls,
    /** Lets this number of matching calls fail in this way; without a number, all later ones. */
    misbehave: (fault: S3Fault, matches: (call: string) => boolean = () => true, times = Number.POSITIVE_INFINITY) => {
      faults.push({ fault, matches, timesLeft: times })
    },
    clearFaults: () => {
      faults = []
    },
    close,
  }
}

function answerRefusal({ status, code, message }: S3Refusal): S3Answer {
  const body = s3Xml('Error', { Code: code, Message: message })
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

function send(request: IncomingMessage, response: ServerResponse, answer: S3Answer, isCutHalfWay: boolean): void {
  const { status, headers = {}, body = '' } = answer
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'x-amz-request-id': 'STANDIN', 'content-length': bytes.length, ...headers })
  if (!isCutHalfWay) return void response.end(request.method === 'HEAD' ? undefined : bytes)
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroy())
}
