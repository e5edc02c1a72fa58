import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import { useQueryClient } from '@tanstack/react-query'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { saveSettings } from '../admin-calls.ts'
import { adminKeys } from '../admin-queries.ts'
import { reportFailure, serverSentence } from '../lists/report-failure.ts'

const words = adminSettingsWords.settings

/** Saves all that is to be different at once. Answers what holds now, or the sentence that says why nothing changed. */
export function useSaveSettings(): (change: SettingsChange) => Promise<{ saved: SettingsView } | { refused: string }> {
  const queryClient = useQueryClient()
  return async (change) => {
    try {
      const saved = await saveSettings(change)
      queryClient.setQueryData(adminKeys.settings, saved)
      // Whether payments work, and which sources are asked, may be different now.
      void queryClient.invalidateQueries({ queryKey: adminKeys.health })
      toasts.show({ title: words.saved, text: words.savedText })
      return { saved }
    } catch (error) {
      reportFailure(error)
      return { refused: serverSentence(error) }
    }
  }
}
