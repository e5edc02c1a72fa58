import { CheckField } from '@kerf/ui/Field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { keysQuery, webhooksQuery } from './program-queries.ts'

const words = dashboardWords.settings.revokePrograms

/** API keys and webhooks of the account, which work without a session. Other sections of the page fetch them. */
export function usePrograms() {
  const queryClient = useQueryClient()
  const keys = useQuery({ ...keysQuery, enabled: false }).data ?? []
  const webhooks = useQuery({ ...webhooksQuery, enabled: false }).data ?? []
  return {
    hasSome: keys.length > 0 || webhooks.some(({ isOn }) => isOn),
    async readAgain(): Promise<void> {
      await Promise.all([queryClient.invalidateQueries(keysQuery), queryClient.invalidateQueries(webhooksQuery)])
    },
  }
}

/** Checkbox to revoke keys and webhooks too, in forms that end the access of others. */
export const RevokePrograms = (field: Omit<ComponentProps<typeof CheckField>, 'label' | 'note'>) => (
  <CheckField label={words.label} note={words.note} {...field} />
)
