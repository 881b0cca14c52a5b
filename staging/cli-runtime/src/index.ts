export { ClusterAccess } from './config/cluster-access.ts';
export {
  configFlags,
  type ConfigFlagValues,
  type Environment,
  loadConfig,
  resolveClientConfig,
} from './config/config-flags.ts';
export * from './flags/flag-spec.ts';
export { type ParsedFlags, parseFlags, UsageError } from './flags/parse-flags.ts';
export { formatCustomColumns } from './printers/custom-columns.ts';
export {
  formatStructured,
  type OutputFormat,
  parseOutputFormat,
  withoutManagedFields,
} from './printers/output-format.ts';
export { formatJson, formatYaml, sortKeys } from './printers/structured.ts';
export { alignColumns } from './printers/tab-writer.ts';
export {
  formatLabels,
  formatTable,
  isTable,
  type ServerTable,
  tableAccept,
  type TableOptions,
  type TableRow,
  tableRows,
} from './printers/table.ts';
export { Builder, type Selection, type TypeAndNames } from './resource/builder.ts';
export { type FileObject, parseObjects, readObjects } from './resource/documents.ts';
export { formatInfoName, type Info, isList, resourceTitle } from './resource/info.ts';
export { getObject, patchObject, requestObject, requestResource, type ResourceRequest } from './resource/requests.ts';
export { type IoStreams, readAll } from './streams/io-streams.ts';
