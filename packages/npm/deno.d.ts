/**
 * All of Deno that the package may name: `src/setup/host.ts` asks first whether it is there. Any other use of Deno in
 * the client, or in what reads a run, is an error of the build.
 */
declare namespace Deno {
  interface PermissionDescriptor {
    readonly name: "env" | "read";
    readonly variable?: string;
    readonly path?: string;
  }
  interface HttpClient {
    close(): void;
  }
  const permissions: { querySync(descriptor: PermissionDescriptor): { readonly state: string } };
  const env: {
    get(name: string): string | undefined;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
  function createHttpClient(options: { readonly caCerts: string[] }): HttpClient;
  function readTextFileSync(path: string): string;
}
