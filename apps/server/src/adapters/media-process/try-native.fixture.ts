import { join } from 'node:path'

/** Has FFmpeg itself open files and addresses, and tells its parent its error numbers. */
const [folder = '', ...places] = process.argv.slice(2)
// By a name that is put together: nothing of the server itself imports it.
const library = ['node-av', 'lib'].join('/')
const { FormatContext } = (await import(library)) as {
  FormatContext: new () => {
    allocContext(): void
    openInput(place: string, format: null, options: null): Promise<number>
  }
}

async function openNatively(place: string): Promise<number> {
  const context = new FormatContext()
  context.allocContext()
  return context.openInput(place, null, null)
}

const outcomes: number[] = []
for (const place of [join(folder, 'own'), ...places]) outcomes.push(await openNatively(place))
process.send?.({ outcomes }, () => process.exit(0))
