import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Few colours, and those of the product, so that both themes and their contrast hold here too. */
export const codeLook = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], class: 'text-accent' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], class: 'text-success' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], class: 'text-warning' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'text-faint italic' },
  { tag: [tags.tagName, tags.definition(tags.propertyName), tags.heading], class: 'font-medium text-accent' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName], class: 'text-warning' },
  { tag: [tags.function(tags.variableName), tags.labelName], class: 'font-medium' },
  { tag: [tags.link, tags.url], class: 'text-accent underline' },
  { tag: [tags.strong], class: 'font-semibold' },
  { tag: [tags.emphasis], class: 'italic' },
  { tag: [tags.deleted, tags.invalid], class: 'text-danger' },
])

/** What the search above a text says. */
export const searchWords = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
}

export const codeTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  // Where one can write, the caret says so.
  '.cm-content[aria-readonly]:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none', paddingLeft: '4px' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-panels': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--text)',
    border: 'none',
    borderBottom: '1px solid var(--border)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panel.cm-search': { padding: '6px 44px 6px 12px', fontSize: '13px' },
  '.cm-panel.cm-search :is(input, button, label)': { margin: '2px 8px 2px 0', verticalAlign: 'middle' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    marginRight: '14px',
    fontSize: '13px',
  },
  '.cm-panel.cm-search [type=checkbox]': { margin: '0', accentColor: 'var(--accent)' },
  '.cm-panel.cm-search [name=close]': {
    top: '6px',
    right: '8px',
    width: '28px',
    height: '28px',
    margin: '2px 0',
    borderRadius: '6px',
    color: 'var(--muted)',
    fontSize: '20px',
    lineHeight: '1',
  },
  '.cm-panel.cm-search [name=close]:hover': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    height: '28px',
    padding: '0 8px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    height: '28px',
    padding: '0 10px',
    fontSize: '13px',
  },
})
