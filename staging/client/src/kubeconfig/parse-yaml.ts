import { parse } from 'yaml';

/**
 * The value of one YAML (or JSON) document, for configuration files of all kinds. Throws on wrong syntax, on a key that
 * is there twice, and on more than one document, naming the line.
 */
export function parseYaml(text: string): unknown {
  return parse(text) as unknown;
}
