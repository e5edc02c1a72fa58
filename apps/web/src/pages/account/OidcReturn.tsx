import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@kerf/contract/auth'
import { finishOidc, finishOidcWithCode } from '@kerf/contract/oidc'
import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { callApi } from '@kerf/contract/protocol/client'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { accountWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { pagePath } from '../../browser/own-address.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { CodeField } from './CodeField.tsx'
import { startSession } from './start-session.ts'
import { targetPath } from './use-next-page.ts'

type OidcAnswer = BodyOf<typeof finishOidc>

/** Answer of the identity provider in the address of this page, until the server refuses it. */
export function useOidcAnswer() {
  const [answer, setAnswer] = useState<OidcAnswer | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    const newAnswer = takeAnswerFromAddress()
    if (newAnswer) setAnswer(newAnswer)
  }, [])
  function showRefusal(sentence: string): void {
    setRefusal(sentence)
    setAnswer(null)
  }
  return { answer, refusal, fail: showRefusal }
}

/** Removes the answer from the address. It works once, so a reload must not send it again. */
function takeAnswerFromAddress(): OidcAnswer | null {
  const { state, code, error, iss } = Object.fromEntries(new URLSearchParams(location.search))
  if (!state || !(code || error)) return null
  history.replaceState(history.state, '', BASE_PATH + PAGES.signIn.path)
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) }
}

interface OidcReturnProps {
  answer: OidcAnswer
  onFailed: (sentence: string) => void
}

/** Finishes the sign-in, with a code from the app where the account has a second factor. */
export function OidcReturn({ answer, onFailed }: OidcReturnProps) {
  const [codeRequest, setCodeRequest] = useState<{ challenge: string; goTo: string | null } | null>(null)
  const [, navigate] = useLocation()
  const wasSent = useRef(false)

  function finishSignIn(user: User, goTo: string | null): void {
    startSession(user, accountWords.signIn.done)
    // A person who has opened another page meanwhile stays there.
    if (pagePath() !== PAGES.signIn.path) return
    navigate(targetPath(goTo) ?? lastVideo.read() ?? PAGES.home.path, { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is sent once, whatever is rendered meanwhile.
  useEffect(() => {
    if (wasSent.current) return
    wasSent.current = true
    void callApi(finishOidc, { body: answer })
      .then((end) => (end.state === 'signed_in' ? finishSignIn(end.user, end.goTo) : setCodeRequest(end)))
      .catch((error: unknown) => onFailed(failureSentence(error)))
  }, [answer])

  return (
    <AccountFrame title={pageWords.signIn.title}>
      {codeRequest ? (
        <OidcCodeForm challenge={codeRequest.challenge} onDone={(user) => finishSignIn(user, codeRequest.goTo)} />
      ) : (
        <p className="mt-7" role="status">
          {accountWords.signIn.sending}
        </p>
      )}
    </AccountFrame>
  )
}

const resolver = zodResolver(
  finishOidcWithCode.body.pick({ code: true }),
  withSentences({ code: accountWords.faults.code }),
)

function OidcCodeForm({ challenge, onDone }: { challenge: string; onDone: (user: User) => void }) {
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { code: '' },
    async send({ code }) {
      const { user } = await callApi(finishOidcWithCode, { body: { challenge, code } })
      onDone(user)
    },
    tell: tellRefusal(accountWords.signIn.failed),
    missing: accountWords.fillInAll,
    blame: { wrong_code: 'code' },
  })
  const { setFocus } = form
  // The focused field announces itself to screen readers.
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <StackedForm onSubmit={submit}>
      <CodeField fault={faults.code} {...form.register('code')} />
      <FormEnd
        label={accountWords.signIn.submit}
        sendingLabel={accountWords.signIn.sending}
        sending={sending}
        refusal={refusal}
      />
    </StackedForm>
  )
}
