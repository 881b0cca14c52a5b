export interface Info {
  buildDate: string;
  compiler: string;
  emulationMajor?: string;
  emulationMinor?: string;
  gitCommit: string;
  gitTreeState: string;
  gitVersion: string;
  goVersion: string;
  major: string;
  minCompatibilityMajor?: string;
  minCompatibilityMinor?: string;
  minor: string;
  platform: string;
}
