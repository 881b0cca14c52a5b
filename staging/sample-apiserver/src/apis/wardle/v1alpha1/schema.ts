import type { SchemaTable } from '@kubescript/apimachinery';

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The structs of wardle.example.com/v1alpha1. */
export const wardleTable: SchemaTable = {
  prefix: 'com.example.wardle.v1alpha1',
  group: 'wardle.example.com',
  version: 'v1alpha1',
  kinds: ['Flunder', 'FlunderList', 'Fischer', 'FischerList'],
  structs: {
    Flunder: `
kind string - | The kind of the object.
apiVersion string - | The group and version of the kind.
metadata ${meta}.ObjectMeta e pb=1:.k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta | What every object has.
spec ~FlunderSpec e pb=2:FlunderSpec | What is wanted.
status ~FlunderStatus e pb=3:FlunderStatus | What is observed.`,
    FlunderSpec: `
flunderReference string - pb=1:string | The flunder that is referred to, by name.
fischerReference string - pb=2:string | The fischer that is referred to, by name.
referenceType string - pb=3:string | Which of the two counts.`,
    FlunderStatus: '',
    FlunderList: `
kind string - | The kind of the object.
apiVersion string - | The group and version of the kind.
metadata ${meta}.ListMeta e pb=1:.k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta | What every list has.
items []~Flunder r pb=2:Flunder | The objects.`,
    Fischer: `
kind string - | The kind of the object.
apiVersion string - | The group and version of the kind.
metadata ${meta}.ObjectMeta e pb=1:.k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta | What every object has.
disallowedFlunders []string - pb=2:string | Names of flunders that are not wanted.`,
    FischerList: `
kind string - | The kind of the object.
apiVersion string - | The group and version of the kind.
metadata ${meta}.ListMeta e pb=1:.k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta | What every list has.
items []~Fischer r pb=2:Fischer | The objects.`,
  },
};
