import { apiWords as words } from '#messages/reference.ts'
import type { Field } from './describe-schema.ts'

/** The fields of a shape. On a narrow screen each becomes a few lines under each other. */
export function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <dl className="fields" aria-label={title}>
      {fields.map(({ path, type, optional, about }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            <span className="field-type">
              {type}
              {optional && `, ${words.optional}`}
            </span>
            {about && <span lang="en">{about}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
