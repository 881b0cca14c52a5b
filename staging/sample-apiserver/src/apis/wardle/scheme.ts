import { type Defaulter, type Scheme, machineryTables, newScheme, newTypeSchemas } from '@kubescript/apimachinery';

import { setFlunderDefaults } from './v1alpha1/defaults.ts';
import { wardleTable } from './v1alpha1/schema.ts';
import type { Flunder } from './v1alpha1/types.ts';

/** What this server serves. */
export const groupVersion = { group: 'wardle.example.com', version: 'v1alpha1' };

const defaultFlunder: Defaulter = (object) => {
  setFlunderDefaults(object as unknown as Flunder);
};

/** The scheme of the kinds of this server. */
export function newWardleScheme(): Scheme {
  return newScheme({
    schemas: newTypeSchemas([...machineryTables, wardleTable]),
    versions: [groupVersion],
    defaults: { 'wardle.example.com/v1alpha1/Flunder': defaultFlunder },
    conversions: [],
  });
}
