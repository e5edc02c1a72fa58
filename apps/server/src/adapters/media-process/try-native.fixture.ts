import { join } from 'node:path'

/** Opens files and addresses through FFmpeg, and sends FFmpeg's error codes to its parent process. */
const [folder = '', ...places] = process.argv.slice(2)
// The name is assembled, because the server itself must not import the library.
const library = ['node-av', 'lib'].join('/')
const { FormatContext } = (await import(library)) as {
  FormatContext: new () => {
    allocContext(): void
    openInput(path: string, format: null, options: null): Promise<number>
  }
}

async function openNatively(path: string): Promise<number> {
  const context = new FormatContext()
  context.allocContext()
  return context.openInput(path, null, null)
}

const outcomes: number[] = []
for (const path of [join(folder, 'own'), ...places]) outcomes.push(await openNatively(path))
process.send?.({ outcomes }, () => process.exit(0))
