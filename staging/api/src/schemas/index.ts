import { machineryTables, newTypeSchemas, type TypeSchemas } from '@kubescript/apimachinery';

import { tables } from '../zz_generated/index.ts';

/** The schemas of every type of every API group, those of meta/v1 included. Each is built when first asked for. */
export const schemas: TypeSchemas = newTypeSchemas([...machineryTables, ...tables]);
