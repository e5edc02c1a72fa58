import { kerfAddress } from '../../kerf-address.ts'
import { say } from '../../words.ts'

/** Which Kerf opens. With marks behind its `#`, this page leads on to it, and asks only if it does not know it yet. */
const KEY = 'kerf-address'
const search = location.hash.slice(1)
const known = localStorage.getItem(KEY)

if (search !== '' && known !== null) location.replace(`${known}/?${search}`)
else ask()

function ask(): void {
  const main = document.querySelector('main')
  if (!main) return
  document.documentElement.lang = say('language')
  document.title = say('optionsTitle')
  const heading = Object.assign(document.createElement('h1'), { textContent: say('optionsTitle') })
  const form = document.createElement('form')
  form.noValidate = true
  const label = Object.assign(document.createElement('label'), { htmlFor: 'address', textContent: say('address') })
  const input = Object.assign(document.createElement('input'), {
    id: 'address',
    type: 'url',
    placeholder: 'https://kerf.example',
    autocomplete: 'url',
    value: known ?? '',
  })
  input.setAttribute('aria-describedby', 'hint note')
  const hint = Object.assign(document.createElement('p'), { id: 'hint', textContent: say('addressHint') })
  const save = Object.assign(document.createElement('button'), {
    textContent: say(search === '' ? 'save' : 'saveAndOpen'),
  })
  const note = Object.assign(document.createElement('p'), { id: 'note', role: 'status' })
  form.append(label, input, hint, save, note)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = kerfAddress(input.value)
    note.className = address === null ? 'fault' : ''
    note.textContent = say(address === null ? 'addressFault' : 'saved')
    input.ariaInvalid = String(address === null)
    if (address === null) {
      input.focus()
      return
    }
    localStorage.setItem(KEY, address)
    input.value = address
    if (search !== '') location.replace(`${address}/?${search}`)
  })
  main.append(heading, form)
  input.focus()
}
