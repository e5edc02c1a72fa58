/**
 * Imports between the folders of a package run one way: no folder needs itself by way of others, and no chain of folders
 * is longer than MAX_DEPTH. A folder is the files directly in it; tests and what only they use are left out.
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
  'apps/web/src',
]
const TESTS = '\\.(test|hard|fixture)\\.tsx?$|/testing/'

/** Folder -> the folders it imports -> one import that shows it. */
type Graph = Map<string, Map<string, string>>

const faults: string[] = []
for (const packageFolder of PACKAGES) {
  const graph = await folderGraph(packageFolder)
  const cycles = cyclesOf(graph)
  for (const cycle of cycles) faults.push(`These folders import each other:\n${describeChain(graph, cycle)}`)
  if (cycles.length > 0) continue
  const chain = longestChain(graph)
  if (chain.length > MAX_DEPTH)
    faults.push(`A chain of ${chain.length} folders; ${MAX_DEPTH} at most:\n${describeChain(graph, chain)}`)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

async function folderGraph(packageFolder: string): Promise<Graph> {
  const { output } = await cruise([packageFolder], {
    includeOnly: `^${packageFolder}`,
    exclude: { path: TESTS },
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

/** The shortest way from each folder back to itself; each cycle once. */
function cyclesOf(graph: Graph): string[][] {
  const seen = new Set<string>()
  const cycles: string[][] = []
  for (const start of graph.keys()) {
    if (seen.has(start)) continue
    const cycle = shortestWayBack(graph, start)
    if (!cycle) continue
    for (const folder of cycle) seen.add(folder)
    cycles.push(cycle)
  }
  return cycles
}

function shortestWayBack(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (next === start) {
        const way = [start]
        for (let step = folder; step !== start; step = cameFrom.get(step) as string) way.unshift(step)
        return [start, ...way]
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, folder)
      queue.push(next)
    }
  }
  return null
}

/** Only for a graph without cycles. */
function longestChain(graph: Graph): string[] {
  const longest = new Map<string, string[]>()
  const from = (folder: string): string[] => {
    const known = longest.get(folder)
    if (known) return known
    let best: string[] = []
    for (const next of graph.get(folder)?.keys() ?? []) {
      const chain = from(next)
      if (chain.length > best.length) best = chain
    }
    longest.set(folder, [folder, ...best])
    return [folder, ...best]
  }
  return [...graph.keys()].map(from).reduce((best, chain) => (chain.length > best.length ? chain : best), [])
}

function describeChain(graph: Graph, chain: string[]): string {
  return chain
    .slice(1)
    .map((to, index) => `  ${graph.get(chain[index] as string)?.get(to)}`)
    .join('\n')
}
