import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, LanguageDescription, syntaxHighlighting } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { latinOf } from '../../lib/shortcuts.ts'
import { codeLook, codeTheme, searchWords } from './code-look.ts'
import type { Text } from './text.ts'

type CodeProps = {
  /** The file's name, which tells the language. */
  name: string
  label: string
  /** Without the colours of its language: to find them would take too long. */
  plain?: boolean
  /** What it begins with. Later ones are not looked at: the text is the editor's own. */
  text: Pick<Text, 'text' | 'lineBreak'>
  /** Where it can be changed: who hears of it, and of Ctrl+S. */
  edit?: { onChange: (view: EditorView) => void; onSave: () => void }
  view?: RefObject<EditorView | null>
}

/** Text with line numbers, search and the colours of its language, which is loaded when it is needed. */
export function Code({ name, label, plain = false, text, edit, view: handle }: CodeProps) {
  const parent = useRef<HTMLDivElement>(null)
  const first = useRef({ text, edit })
  const heard = useRef(edit)
  useEffect(() => {
    heard.current = edit
  })
  useEffect(() => {
    const { text: given, edit: editable } = first.current
    let view: EditorView | undefined
    let gone = false
    const open = () => {
      if (gone || !parent.current) return
      const language = new Compartment()
      const manners = editable ? changing(heard) : reading
      const separator = EditorState.lineSeparator.of(given.lineBreak)
      const extensions = [separator, ...common(label), language.of([]), manners]
      const shown = new EditorView({
        state: EditorState.create({ doc: given.text, extensions }),
        parent: parent.current,
      })
      view = shown
      if (handle) handle.current = shown
      if (editable) shown.focus()
      if (!plain)
        void languageOf(name).then(support => gone || shown.dispatch({ effects: language.reconfigure(support) }))
    }
    void fontReady().then(open)
    // Of a long text the browser's own search would see only what is drawn. Where the focus is elsewhere, it is theirs.
    const find = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && latinOf(event) === 'f'
      if (!isFind || !view || !(event.target instanceof Node && event.target.contains(view.dom))) return
      event.preventDefault()
      openSearchPanel(view)
    }
    window.addEventListener('keydown', find)
    return () => {
      gone = true
      window.removeEventListener('keydown', find)
      view?.destroy()
      if (handle) handle.current = null
    }
  }, [name, label, plain, handle])
  return <div ref={parent} className="min-h-0 flex-1 overflow-hidden bg-surface" />
}

/** Without its colours it is the same text. */
const languageOf = async (name: string): Promise<Extension> =>
  (await LanguageDescription.matchFilename(languages, name)
    ?.load()
    .catch(() => undefined)) ?? []

/** Lines are measured once. Letters of another width, when the font arrives later, would leave the numbers beside other lines. */
const fontReady = () =>
  Promise.race([
    document.fonts.load('13px "JetBrains Mono Variable"').catch(() => undefined),
    new Promise(resolve => setTimeout(resolve, 1_000)),
  ])

const common = (label: string): Extension[] => [
  lineNumbers(),
  highlightSpecialChars(),
  bracketMatching(),
  EditorView.lineWrapping,
  syntaxHighlighting(codeLook),
  codeTheme,
  search({ top: true }),
  EditorState.phrases.of(searchWords),
  EditorView.contentAttributes.of({ 'aria-label': label }),
]

const reading: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  // Without a caret the keyboard reaches it all the same, to scroll and to search.
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
  keymap.of(searchKeymap),
]

function changing(heard: RefObject<CodeProps['edit']>): Extension {
  const save = () => {
    heard.current?.onSave()
    return true
  }
  return [
    history(),
    indentOnInput(),
    keymap.of([{ key: 'Mod-s', run: save }, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.updateListener.of(({ docChanged, view }) => void (docChanged && heard.current?.onChange(view))),
  ]
}
