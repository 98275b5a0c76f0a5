/** Bicep files as a grammar sees them: neither npm nor Debian has the compiler, so at least nothing that is no Bicep passes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser, type Node } from 'web-tree-sitter';

export interface Declaration {
  readonly name: string;
  readonly node: Node;
}

export interface BicepFile {
  /** `line:column` of whatever is no Bicep. */
  readonly errors: readonly string[];
  readonly params: readonly { readonly name: string; readonly isSecure: boolean; readonly hasDefault: boolean }[];
  /** `type@version` of each, by symbolic name. */
  readonly resources: ReadonlyMap<string, { readonly type: string; readonly text: string }>;
  /** Path and names of the parameters handed over, by symbolic name. */
  readonly modules: ReadonlyMap<string, { readonly path: string; readonly params: readonly string[] }>;
  readonly outputs: readonly string[];
  readonly text: string;
}

const resolvePackageFile = createRequire(join(process.cwd(), 'package.json')).resolve;
let loading: Promise<Parser> | undefined;

async function load(): Promise<Parser> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(resolvePackageFile('tree-sitter-bicep/tree-sitter-bicep.wasm'))));
  return parser;
}

function all(node: Node): readonly Node[] {
  return [node, ...node.children.flatMap((child) => (child === null ? [] : all(child)))];
}

const declared = (node: Node): string => node.namedChildren.find((child) => child?.type === 'identifier')?.text ?? '';
const firstString = (node: Node): string =>
  node.namedChildren.find((child) => child?.type === 'string')?.text.replaceAll("'", '') ?? '';

/** Names of a module's `params`. */
function handedOver(node: Node): readonly string[] {
  const params = node.descendantsOfType('object_property').find((each) => /^params\s*:/.test(each?.text ?? ''));
  const object = params?.namedChildren.find((child) => child?.type === 'object');
  return (
    object?.namedChildren.flatMap((child) =>
      child?.type === 'object_property' ? [child.text.split(':')[0] ?? ''] : [],
    ) ?? []
  );
}

/** @param text of the file, default: what is in it */
export async function readBicep(path: string, text = readFileSync(path, 'utf8')): Promise<BicepFile> {
  loading ??= load();
  const parser = await loading;
  const tree = parser.parse(text);
  if (tree === null) throw new Error(`${path} was not parsed`);
  const of = (type: string): readonly Node[] => tree.rootNode.descendantsOfType(type).filter((node) => node !== null);
  return {
    text,
    errors: (tree.rootNode.hasError ? all(tree.rootNode) : [])
      .filter((node) => node.isError || node.isMissing)
      .map(({ startPosition: { row, column } }) => `${path}:${row + 1}:${column + 1}`),
    params: of('parameter_declaration').map((node) => ({
      name: declared(node),
      isSecure: decoratorsOf(text, node).includes('@secure()'),
      hasDefault: /^param\s+\w+\s+[^=]+=/.test(node.text),
    })),
    resources: new Map(
      of('resource_declaration').map((node) => [declared(node), { type: firstString(node), text: node.text }]),
    ),
    modules: new Map(
      of('module_declaration').map((node) => [declared(node), { path: firstString(node), params: handedOver(node) }]),
    ),
    outputs: of('output_declaration').map(declared),
  };
}

/** The lines right above a declaration, up to a blank one. */
function decoratorsOf(text: string, node: Node): string {
  const above = text.split('\n').slice(0, node.startPosition.row).toReversed();
  const blank = above.findIndex((line) => line.trim() === '' || /^param\b/.test(line));
  return `${above.slice(0, blank).join('\n')}\n${node.text}`;
}
