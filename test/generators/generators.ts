// The generators of clients that integrators use, with the versions that were tried. All commands run in a folder of
// the generator, with `openapi.json` in it; what they share is in `../tools`.

export type Generator = {
  name: string
  version: string
  /** Commands that must be on the machine. */
  needs: string[]
  /** The file in `programs/` that calls every operation, and where it goes. */
  program?: { from: string; to: string }
  /** Lines of a shell. */
  generate: string
  compile: string
  run?: string
}

const openapiGenerator = '7.25.0'
const jar = `../tools/openapi-generator-cli-${openapiGenerator}.jar`
const fetchJar = `test -f ${jar} || mvn --quiet dependency:copy -DoutputDirectory=../tools \\
  -Dartifact=org.openapitools:openapi-generator-cli:${openapiGenerator}`
const makePython = 'test -d ../tools/python || python3 -m venv ../tools/python'

/** For a `language` of openapi-generator, with its options. It needs Java and Maven, and `more`. */
function useOpenapiGenerator(language: string, options: string, more: string[], folder = '.') {
  const generate = `${fetchJar}\njava -jar ${jar} generate -i openapi.json -g ${language} ${options} -o ${folder}`
  return { version: openapiGenerator, needs: ['java', 'mvn', ...more], generate }
}

const compileTypeScript =
  '../../../../node_modules/.bin/tsc --ignoreConfig --noEmit --strict --target es2022 --module esnext --moduleResolution bundler'

export const generators: Generator[] = [
  {
    name: 'openapi-generator java (native)',
    ...useOpenapiGenerator('java', '--library native', []),
    program: { from: 'Story.java', to: 'src/main/java/Story.java' },
    compile: `mvn --quiet compile
mvn --quiet dependency:build-classpath -Dmdep.outputFile=classpath.txt`,
    run: 'java -cp "target/classes:$(cat classpath.txt)" Story',
  },
  {
    name: 'openapi-generator go',
    ...useOpenapiGenerator('go', '--additional-properties=packageName=inventory,withGoMod=false', ['go'], 'inventory'),
    program: { from: 'story_openapi_generator.go', to: 'main.go' },
    compile: `rm -rf inventory/test
go mod init story
go mod tidy
go vet . ./inventory
go build -o program .`,
    run: './program',
  },
  {
    name: 'openapi-generator python',
    ...useOpenapiGenerator('python', '', ['python3']),
    program: { from: 'story_openapi_generator.py', to: 'story.py' },
    compile: `${makePython}
../tools/python/bin/pip install --quiet -r requirements.txt
../tools/python/bin/python -m compileall -q openapi_client`,
    run: '../tools/python/bin/python story.py',
  },
  {
    name: 'openapi-generator csharp',
    ...useOpenapiGenerator('csharp', '--library generichost --additional-properties=targetFramework=net8.0', [
      'dotnet',
    ]),
    compile: 'dotnet build src/Org.OpenAPITools',
  },
  {
    name: 'openapi-generator typescript-fetch',
    ...useOpenapiGenerator('typescript-fetch', '', []),
    compile: `${compileTypeScript} --lib es2022,dom index.ts`,
  },
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    needs: ['go'],
    program: { from: 'story_oapi_codegen.go', to: 'main.go' },
    generate: `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -package main \\
  -generate types,client -o client.go openapi.json`,
    compile: `go mod init story
go mod tidy
go vet .
go build -o program .`,
    run: './program',
  },
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    needs: ['python3'],
    program: { from: 'story_openapi_python_client.py', to: 'story.py' },
    generate: `${makePython}
../tools/python/bin/pip install --quiet openapi-python-client==0.29.1
../tools/python/bin/openapi-python-client generate --path openapi.json --meta none --output-path inventory_api_client`,
    compile: '../tools/python/bin/python -m compileall -q inventory_api_client',
    run: '../tools/python/bin/python story.py',
  },
  {
    name: 'orval',
    version: '8.38.0',
    needs: ['npx'],
    generate: 'npx --yes orval@8.38.0 --input openapi.json --output client.ts --client fetch',
    compile: `${compileTypeScript} --lib es2022,dom,dom.iterable client.ts`,
  },
  {
    name: 'kiota (C#)',
    version: '1.35.0',
    needs: ['dotnet'],
    generate: `test -x ../tools/kiota || dotnet tool install Microsoft.OpenApi.Kiota --version 1.35.0 --tool-path ../tools
../tools/kiota generate --language CSharp --openapi openapi.json --output client
dotnet new classlib
dotnet add package Microsoft.Kiota.Bundle`,
    compile: 'dotnet build',
  },
]
