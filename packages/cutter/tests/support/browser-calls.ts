/** Answers the calls of a page, in the worker of its engine. */
export function answerCalls(calls: Readonly<Record<string, (file: Blob, ...values: never[]) => unknown>>): void {
  self.onmessage = async ({ data: [name, file, ...values] }: MessageEvent<[string, Blob, ...never[]]>) => {
    try {
      postMessage({ result: await calls[name]!(file, ...values) })
    } catch (error) {
      // The stack has no message in WebKit.
      postMessage({ error: `${error}\n${(error as Error).stack}` })
    }
  }
  postMessage({ result: 'ready' })
}
