import { videoIds } from '../videos.ts'

const STEP_COUNT = 20
const HEAT_STEP_DURATION_MILLISECONDS = 1000
/** Step that is replayed most. */
const PEAK_STEP = 6

/** Answer of `/next`, with the most-replayed graph of the one video that has one. */
export function nextAnswer(videoId: string): object {
  if (videoId !== videoIds.ordinary) return { frameworkUpdates: { entityBatchUpdate: { mutations: [] } } }
  const markers = Array.from({ length: STEP_COUNT }, (_, nth) => ({
    startMillis: String(nth * HEAT_STEP_DURATION_MILLISECONDS),
    durationMillis: String(HEAT_STEP_DURATION_MILLISECONDS),
    intensityScoreNormalized: nth === PEAK_STEP ? 1 : 0.2,
  }))
  const markersList = { markerType: 'MARKER_TYPE_HEATMAP', markers }
  const chapters = { markerType: 'MARKER_TYPE_CHAPTERS', markers: [{ startMillis: '0' }] }
  const mutations = [chapters, markersList].map((list) => ({
    payload: { macroMarkersListEntity: { markersList: list } },
  }))
  return { frameworkUpdates: { entityBatchUpdate: { mutations } } }
}
