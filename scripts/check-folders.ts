/**
 * Checks that imports between the folders of a package run one way: without cycles, and with chains of at most
 * MAX_DEPTH folders. A folder consists of the files directly in it. Tests and their helpers are left out.
 */
import { dirname } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'

const MAX_DEPTH = 9
const PACKAGES = [
  'packages/cutter/src',
  'packages/domain/src',
  'packages/contract/src',
  'packages/messages/src',
  'packages/ui/src',
  'apps/server/src',
  'apps/cli/src',
  'apps/extension/src',
  'apps/web/src',
]
const TEST_FILES = '\\.(test|hard|fixture)\\.tsx?$|/testing/'
/** The port that takes a type from its adapter; its imports are not followed, as in .dependency-cruiser.cjs. */
const DATABASE_PORT = '^apps/server/src/ports/database\\.ts$'

/** Folder -> imported folder -> an import as example. */
type Graph = Map<string, Map<string, string>>

const faults: string[] = []
for (const packageFolder of PACKAGES) {
  const graph = await folderGraph(packageFolder)
  const { cycle, chain } = followImports(graph)
  if (cycle) faults.push(`These folders import each other:\n${describeChain(graph, cycle)}`)
  else if (chain.length > MAX_DEPTH)
    faults.push(`A chain of ${chain.length} folders; ${MAX_DEPTH} at most:\n${describeChain(graph, chain)}`)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

async function folderGraph(packageFolder: string): Promise<Graph> {
  const { output } = await cruise([packageFolder], {
    includeOnly: `^${packageFolder}`,
    exclude: { path: TEST_FILES },
    doNotFollow: { path: DATABASE_PORT },
    tsPreCompilationDeps: true,
  })
  const graph: Graph = new Map()
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    const from = dirname(source)
    const targets = graph.get(from) ?? new Map<string, string>()
    graph.set(from, targets)
    for (const { resolved } of dependencies)
      if (dirname(resolved) !== from) targets.set(dirname(resolved), `${source} -> ${resolved}`)
  }
  return graph
}

/** The longest chain of imports between folders, or a cycle. A cycle begins and ends with the same folder. */
function followImports(graph: Graph): { cycle: string[] | null; chain: string[] } {
  let cycle: string[] | null = null
  const longestChains = new Map<string, string[]>()
  const longerChain = (longestChain: string[], chain: string[]) =>
    chain.length > longestChain.length ? chain : longestChain
  const chainFrom = (folder: string, path: string[]): string[] => {
    if (path.includes(folder)) {
      cycle = [...path.slice(path.indexOf(folder)), folder]
      return []
    }
    const targets = [...(graph.get(folder)?.keys() ?? [])]
    const chain = longestChains.get(folder) ?? [
      folder,
      ...targets.map((target) => chainFrom(target, [...path, folder])).reduce(longerChain, []),
    ]
    longestChains.set(folder, chain)
    return chain
  }
  const chain = [...graph.keys()].map((folder) => chainFrom(folder, [])).reduce(longerChain, [])
  return { cycle, chain }
}

function describeChain(graph: Graph, chain: string[]): string {
  return chain
    .slice(1)
    .map((to, index) => `  ${graph.get(chain[index] as string)?.get(to)}`)
    .join('\n')
}
