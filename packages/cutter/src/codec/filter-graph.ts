import { FilterGraph } from 'node-av/lib'
import { requireDecoded } from './codec-result.ts'

/** Opens filters that are described and joined as FFmpeg's command line has it. The caller frees the graph. */
export async function openFilterGraph(description: string, doing: string): Promise<FilterGraph> {
  const graph = new FilterGraph()
  graph.alloc()
  requireDecoded(graph.parse2(description), doing)
  requireDecoded(await graph.config(), doing)
  return graph
}
