import ts from 'typescript';

import { API_MARKERS, CRD_MARKERS, type KnownMarkers } from './markers.ts';
import type { ApiField, ApiPackage, ApiType, Marker, TypeExpr } from './model.ts';

/** Where a `types.ts` lives and what it is called in the API. */
export type PackageInfo = Omit<ApiPackage, 'types'>;

/**
 * Reads the annotated declarations of one `types.ts`. Throws an Error that names file, type and member if something
 * is written in a way that the generators cannot express, an unknown marker included.
 */
export function parsePackage(info: PackageInfo, fileName: string, source: string): ApiPackage {
  return parse(info, ts.createSourceFile(fileName, source, ts.ScriptTarget.ESNext, true), API_MARKERS);
}

/** The same for types that become CustomResourceDefinitions, with their markers. */
export function parseCrdPackage(info: PackageInfo, fileName: string, source: string): ApiPackage {
  return parse(info, ts.createSourceFile(fileName, source, ts.ScriptTarget.ESNext, true), CRD_MARKERS);
}

function parse(info: PackageInfo, file: ts.SourceFile, markers: KnownMarkers): ApiPackage {
  const context: Context = { file, imports: importsOf(file), markers };
  const types = file.statements.flatMap((statement) => {
    if (ts.isInterfaceDeclaration(statement)) return [parseInterface(statement, context)];
    if (ts.isTypeAliasDeclaration(statement)) return [parseAlias(statement, context)];
    return [];
  });
  return { ...info, types: types.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

interface Context {
  readonly file: ts.SourceFile;
  /** Imported name (or namespace) → module. */
  readonly imports: ReadonlyMap<string, string>;
  readonly markers: KnownMarkers;
}

function importsOf(file: ts.SourceFile): ReadonlyMap<string, string> {
  const imports = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const module = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, module);
    else for (const element of bindings.elements) imports.set(element.name.text, module);
  }
  return imports;
}

function parseInterface(node: ts.InterfaceDeclaration, context: Context): ApiType {
  const name = node.name.text;
  const bases = (node.heritageClauses ?? []).flatMap((clause) =>
    clause.types.map((base) => nameExpr(base.expression.getText(context.file), context)),
  );
  return {
    name,
    ...documentationOf(node, name, context.markers.type, context),
    extends: bases,
    fields: node.members.map((member) => parseField(member, name, context)),
  };
}

function parseAlias(node: ts.TypeAliasDeclaration, context: Context): ApiType {
  const name = node.name.text;
  const documentation = documentationOf(node, name, context.markers.type, context);
  const empty = node.type.getText(context.file) === 'Record<string, never>';
  const literals = literalsOf(node.type);
  return {
    name,
    ...documentation,
    extends: [],
    fields: [],
    ...(empty ? {} : { unstructured: true }),
    ...(literals === undefined ? {} : { literals }),
  };
}

/** The strings of `'a' | 'b'`. */
function literalsOf(node: ts.TypeNode): readonly string[] | undefined {
  const members = ts.isUnionTypeNode(node) ? node.types : [node];
  const texts = members.flatMap((member) =>
    ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
  );
  return texts.length === members.length ? texts : undefined;
}

function parseField(member: ts.TypeElement, owner: string, context: Context): ApiField {
  if (!ts.isPropertySignature(member) || member.type === undefined) {
    throw fail(context, owner, `unsupported member ${member.getText(context.file)}`);
  }
  const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(context.file);
  return {
    name,
    type: parseType(member.type, `${owner}.${name}`, context),
    present: member.questionToken === undefined,
    ...documentationOf(member, `${owner}.${name}`, context.markers.field, context),
  };
}

function parseType(node: ts.TypeNode, where: string, context: Context): TypeExpr {
  if (ts.isArrayTypeNode(node)) return { kind: 'list', items: parseType(node.elementType, where, context) };
  if (node.kind === ts.SyntaxKind.StringKeyword) return { kind: 'name', name: 'string' };
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return { kind: 'name', name: 'boolean' };
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText(context.file);
    const values = node.typeArguments?.[1];
    if (name === 'Record' && values !== undefined) return { kind: 'map', values: parseType(values, where, context) };
    if (node.typeArguments === undefined) return nameExpr(name, context);
  }
  throw fail(context, where, `unsupported type ${node.getText(context.file)}`);
}

function nameExpr(text: string, context: Context): TypeExpr {
  const [first = '', second] = text.split('.');
  const from = context.imports.get(first);
  const name = second ?? first;
  return from === undefined ? { kind: 'name', name } : { kind: 'name', name, from };
}

function documentationOf(
  node: ts.Node,
  where: string,
  known: ReadonlySet<string>,
  context: Context,
): { readonly description: string; readonly markers: readonly Marker[] } {
  const comment = ts.getJSDocCommentsAndTags(node).find((part) => ts.isJSDoc(part));
  const markers = ts.getJSDocTags(node).map((tag) => parseMarker(tag, context));
  const unknown = markers.find((marker) => !known.has(marker.name));
  if (unknown !== undefined) throw fail(context, where, `unknown marker @${unknown.name}`);
  return { description: oneLine(ts.getTextOfJSDocComment(comment?.comment) ?? ''), markers };
}

/** The compiler gives some tags a meaning of its own, so the text is taken from the source. */
function parseMarker(tag: ts.JSDocTag, context: Context): Marker {
  const text = tag.getText(context.file).replace(/^@\w+/, '');
  return { name: tag.tagName.text, text: oneLine(text.replace(/\*\/$/, '').replace(/\n\s*\*/g, ' ')) };
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(' ').trim();
}

function fail(context: Context, where: string, problem: string): Error {
  return new Error(`${context.file.fileName}: ${where}: ${problem}`);
}
