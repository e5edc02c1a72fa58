import { apiWords as words } from '#messages/reference.ts'
import { CopyableCode } from '../../controls/CopyableCode.tsx'
import type { Field } from './describe-schema.ts'
import { readInline } from './read-changelog.ts'
import type { ReferenceCall } from './reference-calls.ts'
import { showInline } from './show-inline.tsx'

/** Reference of one call: purpose, example, input, answer and refusals. */
export function CallEntry({ call }: { call: ReferenceCall }) {
  const name = `${call.method} ${call.path}`
  return (
    <article className="call" aria-labelledby={`${call.id}-title`}>
      <details>
        <summary>
          <h3 id={`${call.id}-title`} className="time text-[0.9375rem] font-normal">
            <b>{call.method}</b> <BreakablePath path={call.path} />
          </h3>{' '}
          <span className="text-small/[1.45] font-normal text-ink-2 max-desk:col-start-2" lang="en">
            {readInline(call.summary).map(showInline)}
          </span>
        </summary>
        <div id={call.id}>
          <CopyableCode code={call.curl} name={`${words.example}, ${name}`} />
          {call.parameters.length > 0 && (
            <>
              <h4>{words.parameters}</h4>
              <FieldTable title={`${words.parameters}, ${name}`} fields={call.parameters} />
            </>
          )}
          {call.body.length > 0 && (
            <>
              <h4>{words.body}</h4>
              <FieldTable title={`${words.body}, ${name}`} fields={call.body} />
            </>
          )}
          <Answer call={call} name={name} />
          {call.refusals.length > 0 && (
            <details>
              <summary>{words.refusals}</summary>
              <dl className="fields">
                {call.refusals.map(({ status, code, meaning }) => (
                  <div key={code}>
                    <dt>
                      <span className="time">{status}</span> <code>{code}</code>
                    </dt>
                    <dd>{readInline(meaning).map(showInline)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
          <a className="inline-flex min-h-(--touch) items-center text-small" href={`#${call.id}`}>
            {words.link}
          </a>
        </div>
      </details>
    </article>
  )
}

function Answer({ call, name }: { call: ReferenceCall; name: string }) {
  const title = words.answer(call.status)
  if (Array.isArray(call.answer) && call.answer.length > 0) {
    return (
      <details>
        <summary>{title}</summary>
        <FieldTable title={`${title}, ${name}`} fields={call.answer} />
      </details>
    )
  }
  return (
    <>
      <h4>{title}</h4>
      <p>{typeof call.answer === 'string' ? words.file(call.answer) : words.noBody}</p>
    </>
  )
}

/** Path that may wrap before each slash, because paths are long and have no spaces. */
function BreakablePath({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never move
    <span key={index}>
      <wbr />
      {part}
    </span>
  ))
}

/** Fields of a schema. On a narrow screen, the parts of a field are stacked. */
function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <dl className="fields" aria-label={title}>
      {fields.map(({ path, type, optional, about }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            <span>
              {type}
              {optional && `, ${words.optional}`}
            </span>
            {about && <span lang="en">{readInline(about).map(showInline)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
