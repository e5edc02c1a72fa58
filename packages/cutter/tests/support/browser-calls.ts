/** TypeScript's types of a page lack what only workers can do. */
declare class FileReaderSync {
  readAsDataURL(blob: Blob): string
}

/** The bytes of a clip as text, which can be sent out of the browser. */
export const dataUrlOf = (clip: Blob): string => new FileReaderSync().readAsDataURL(clip)

/** Answers the calls of a page, in the worker of its engine. */
export function answerCalls(calls: Readonly<Record<string, (file: Blob, ...values: never[]) => unknown>>): void {
  self.onmessage = async ({ data: [name, file, ...values] }: MessageEvent<[string, Blob, ...never[]]>) => {
    try {
      postMessage({ result: await calls[name]!(file, ...values) })
    } catch (error) {
      postMessage({ error: String((error as Error).stack) })
    }
  }
  postMessage({ result: 'ready' })
}
