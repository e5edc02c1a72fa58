import { describe, expect, it } from 'vitest'
import { NotedWrites, type RunStatement } from './noted-writes.ts'

/** Which of two clips a statement is taken to concern. */
function concerned(statement: RunStatement): string {
  const noted = new NotedWrites()
  noted.note([statement])
  const { downloads } = noted.writes
  return ['one', 'other'].filter((id) => downloads([id])).join(' ') || (downloads(null) ? 'new ones' : 'none')
}

describe('what is noted as written', () => {
  it.each<[string, RunStatement, string]>([
    ['a clip by its id', { text: 'update "clips" set "progress" = $1 where "clips"."id" = $2 returning "id"' }, 'one'],
    [
      'a clip by its id and state',
      { text: 'update "clips" set "progress" = $1 where ("clips"."id" = $2 and "clips"."status" in ($3, $4))' },
      'one',
    ],
    [
      'nothing that was there',
      { text: 'update "clips" set "progress" = $1 where "clips"."id" = $2', changed: 0 },
      'none',
    ],
    ['a new clip', { text: 'insert into "clips" ("id") values ($2) on conflict do nothing' }, 'new ones'],
    [
      'a clip over another',
      { text: 'insert into "clips" ("id") values ($2) on conflict do update set "a" = 1' },
      'one other',
    ],
    [
      'an id or something else',
      { text: 'update "clips" set "a" = 1 where ("clips"."id" = $2 or "a" = 2)' },
      'one other',
    ],
    [
      "another table's id",
      { text: 'update "clips" set "a" = 1 from "downloads" where "downloads"."id" = $2' },
      'one other',
    ],
    [
      'the id in a question',
      { text: 'update "clips" set "a" = (select 1 from "clips" where "clips"."id" = $2)' },
      'one other',
    ],
    [
      'a statement in another',
      { text: 'with gone as (delete from clips) update "videos" set "a" = 1', changed: 0 },
      'one other',
    ],
    [
      'a sweep that finds nothing',
      { text: 'delete from "downloads" where not exists (select 1 from "viewers")', changed: 0 },
      'none',
    ],
    [
      'a sweep that finds something',
      { text: 'delete from "downloads" where not exists (select 1 from "viewers")', changed: 1 },
      'one other',
    ],
    [
      'a sweep that failed',
      { text: 'delete from "downloads" where not exists (select 1)', changed: null },
      'one other',
    ],
    ['what only clears up', { text: 'vacuum (analyze) public.clips' }, 'none'],
    ['a video', { text: 'update "videos" set "a" = 1 where "videos"."id" = $2' }, 'none'],
    ['a video that goes', { text: 'delete from "videos" where "videos"."id" = $2' }, 'one other'],
    ['several statements', { text: 'several: truncate clips' }, 'one other'],
    ['what only reads', { text: 'select * from "clips" for update' }, 'none'],
    ['the queue', { text: 'update pgboss.job set state = $1' }, 'none'],
  ])('%s', (_what, statement, expected) => {
    expect(concerned({ values: [5, 'one', 'queued', 'processing'], ...statement })).toBe(expected)
  })
})
