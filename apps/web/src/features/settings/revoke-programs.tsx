import { CheckField } from '@kerf/ui/Field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { keysQuery, webhooksQuery } from './program-queries.ts'

const words = dashboardWords.settings.revokePrograms

/** The person's API keys and webhooks, which act without a session. Their sections below read them. */
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

/** The choice that goes with whatever ends the access of others. */
export const RevokePrograms = (field: Omit<ComponentProps<typeof CheckField>, 'label' | 'note'>) => (
  <CheckField label={words.label} note={words.note} {...field} />
)
