import type { AdminHealth } from '@kerf/contract/admin-settings'

export type AdminChecks = AdminHealth['checks']
