import type { HeatStep } from '@kerf/domain/marks/mark'
import { z } from 'zod'

/**
 * Maximum number of parts of an answer and of steps of its graph that are read. YouTube's graph has a hundred steps.
 */
const MAX_MUTATIONS = 2_000
const MAX_STEPS = 500

const answerWithUpdates = z.object({
  frameworkUpdates: z.object({ entityBatchUpdate: z.object({ mutations: z.array(z.unknown()) }) }),
})
const graph = z.object({
  payload: z.object({
    macroMarkersListEntity: z.object({
      markersList: z.object({ markerType: z.literal('MARKER_TYPE_HEATMAP'), markers: z.array(z.unknown()) }),
    }),
  }),
})
/** YouTube writes milliseconds as text. */
const milliseconds = z.coerce.number().min(0).max(1e12)
const step = z.object({
  startMillis: milliseconds,
  durationMillis: milliseconds,
  intensityScoreNormalized: z.number().min(0).max(1),
})

/** The most-replayed graph in an answer of YouTube's `/next`. Empty in other answers. */
export function heatInAnswer(answer: unknown): HeatStep[] {
  const mutations = answerWithUpdates.safeParse(answer).data?.frameworkUpdates.entityBatchUpdate.mutations ?? []
  const graphs = mutations.slice(0, MAX_MUTATIONS).flatMap((mutation) => graph.safeParse(mutation).data ?? [])
  const markers = graphs[0]?.payload.macroMarkersListEntity.markersList.markers ?? []
  return markers.slice(0, MAX_STEPS).flatMap((marker): HeatStep[] => {
    const { data } = step.safeParse(marker)
    if (!data) return []
    const startTime = data.startMillis / 1000
    return [[startTime, startTime + data.durationMillis / 1000, data.intensityScoreNormalized]]
  })
}
