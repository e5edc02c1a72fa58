import { DATABASE_KINDS } from '../../adapters/database/testing/open-test-database.ts'
import { describeMoving } from './testing/describe-moving.ts'

for (const from of DATABASE_KINDS) for (const to of DATABASE_KINDS) describeMoving(from, to)
