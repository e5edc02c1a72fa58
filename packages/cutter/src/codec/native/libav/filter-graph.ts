import { FilterGraph } from 'node-av/lib'
import { requireDecoded } from './codec-result.ts'

/**
 * Opens a filter graph. The caller frees it.
 * @param description filters in the syntax of FFmpeg's command line
 * @param action completes the error message "Could not ..."
 */
export async function openFilterGraph(description: string, action: string): Promise<FilterGraph> {
  const graph = new FilterGraph()
  graph.alloc()
  requireDecoded(graph.parse2(description), action)
  requireDecoded(await graph.config(), action)
  return graph
}
