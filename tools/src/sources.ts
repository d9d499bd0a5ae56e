import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export interface Import {
  specifier: string
  /** A file of the repository, "npm:<package>" or "node:<part>". */
  target: string
  packageName?: string
  line: number
  typeOnly: boolean
}

interface Workspace {
  path: string
  name: string
  dependencies: Set<string>
  devDependencies: Set<string>
}

interface Use {
  kind: 'environment' | 'query'
  text: string
  line: number
}

export interface Source {
  path: string
  workspace: Workspace
  imports: Import[]
  uses: Use[]
  onlyReexports: boolean
}

const leftOut = /^(node_modules|dist|data|test-results|playwright-report|\..*)$/
const isSource = (name: string) => /\.[cm]?[tj]sx?$/.test(name) && !/\.gen\.ts$/.test(name)
const queryVerbs = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

export function readSources(root: string): Source[] {
  const paths = filesBelow(root, '')
  const workspaces = new Map(
    paths.filter(path => /(^|\/)package\.json$/.test(path)).map(path => [folderOf(path), readWorkspace(root, path)]),
  )
  return paths.filter(path => isSource(path)).map(path => readSource(root, path, workspaces))
}

const folderOf = (path: string) => dirname(path).replace(/^\.$/, '')

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => !leftOut.test(entry.name))
    .flatMap(entry => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      return entry.isDirectory() ? filesBelow(root, path) : [path]
    })
}

function readWorkspace(root: string, path: string): Workspace {
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
  return {
    path: folderOf(path),
    name: manifest.name,
    dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
    devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
  }
}

function readSource(root: string, path: string, workspaces: Map<string, Workspace>): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { module, program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const resolveImport = (specifier: string, offset: number, typeOnly: boolean): Import => ({
    specifier,
    line: lineOf(offset),
    typeOnly,
    ...targetOf(root, path, specifier, workspaces),
  })
  const reexports = module.staticExports.flatMap(({ entries }) => entries.filter(entry => entry.moduleRequest))
  return {
    path,
    workspace: workspaceOf(path, workspaces),
    imports: [
      ...module.staticImports.map(({ moduleRequest, start, entries }) =>
        resolveImport(moduleRequest.value, start, entries.length > 0 && entries.every(entry => entry.isType)),
      ),
      ...reexports.map(entry => resolveImport(entry.moduleRequest?.value ?? '', entry.start, entry.isType)),
      ...lazyImports(program).map(({ specifier, start, typeOnly }) => resolveImport(specifier, start, typeOnly)),
    ],
    uses: usesIn(program).map(({ kind, text: found, start }) => ({ kind, text: found, line: lineOf(start) })),
    onlyReexports: program.body.length > 0 && program.body.every(isReexport) && reexports.some(isOwnFile),
  }
}

// A file that gives a package's export a home of its own is no barrel.
const isOwnFile = (entry: { moduleRequest?: { value: string } | null }) => entry.moduleRequest?.value.startsWith('.')

const isReexport = (node: ESTree.Program['body'][number]) =>
  node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)

function lazyImports(program: ESTree.Program) {
  const found: { specifier: string; start: number; typeOnly: boolean }[] = []
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string')
        found.push({ specifier: source.value, start, typeOnly: false })
    },
    TSImportType({ source, start }) {
      found.push({ specifier: source.value, start, typeOnly: true })
    },
  }).visit(program)
  return found
}

const isNamed = (node: ESTree.Node | null, name: string) => node?.type === 'Identifier' && node.name === name

function usesIn(program: ESTree.Program) {
  const found: { kind: Use['kind']; text: string; start: number }[] = []
  const isProcess = (node: ESTree.Node | null) => isNamed(node, 'process')
  new Visitor({
    MemberExpression(node) {
      const name = memberName(node)
      if (name === 'env' && isProcess(node.object))
        found.push({ kind: 'environment', text: 'process.env', start: node.start })
      if (name && queryVerbs.has(name)) found.push({ kind: 'query', text: `.${name}()`, start: node.start })
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type !== 'ObjectPattern' || !isProcess(init)) return
      const isEnv = id.properties.some(one => one.type === 'Property' && isNamed(one.key, 'env'))
      if (isEnv) found.push({ kind: 'environment', text: 'env of process', start })
    },
    ImportDeclaration({ source, specifiers, start }) {
      const isEnv = specifiers.some(one => one.type === 'ImportSpecifier' && isNamed(one.imported, 'env'))
      if (isEnv && /^(node:)?process$/.test(source.value))
        found.push({ kind: 'environment', text: 'env of process', start })
    },
  }).visit(program)
  return found
}

function memberName(node: ESTree.MemberExpression): string | undefined {
  if (node.property.type === 'Identifier' && !node.computed) return node.property.name
  return node.property.type === 'Literal' ? String(node.property.value) : undefined
}

function workspaceOf(path: string, workspaces: Map<string, Workspace>): Workspace {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const found = workspaces.get(folder)
    if (found) return found
    if (folder === '') throw new Error(`There is no package.json above ${path}`)
  }
}

function targetOf(root: string, from: string, specifier: string, workspaces: Map<string, Workspace>) {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return { target: normalize(join(dirname(from), bare)) }
  if (isBuiltin(bare)) return { target: bare.startsWith('node:') ? bare : `node:${bare}` }
  const packageName = bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/')
  const own = [...workspaces.values()].find(workspace => workspace.name === packageName)
  if (!own) return { target: `npm:${packageName}`, packageName }
  const inside = bare.slice(packageName.length + 1)
  return { target: `${own.path}/${existsSync(join(root, own.path, 'src')) ? 'src/' : ''}${inside}.ts`, packageName }
}
