using System.Diagnostics;
using AzurePerf.UnitTests.Docs;

namespace AzurePerf.UnitTests.Deployment;

/// <summary>Runs a script of deploy/ where az, azd and dotnet only write down what they are asked and answer what they are told to.</summary>
internal sealed class FakeAzure : IDisposable
{
    private const string Tool = """
        #!/usr/bin/env bash
        call="${0##*/} $*"
        printf '%s\n' "$call${DOTNET_CONTAINER_PUSH_REGISTRY_PWORD:+ pushing as $DOTNET_CONTAINER_PUSH_REGISTRY_UNAME with $DOTNET_CONTAINER_PUSH_REGISTRY_PWORD}" >> "$FAKE/calls"
        # What a parameter file reads.
        [[ "$call" != *.bicepparam* ]] || env | grep '^AZUREPERF_' >> "$FAKE/calls"
        while IFS='|' read -r times pattern code answer; do
            # shellcheck disable=SC2053
            [[ "$call" == $pattern ]] || continue
            [ "$times" = any ] || mkdir "$FAKE/$times" 2> /dev/null || continue
            [ -z "$answer" ] || printf '%b\n' "$answer"
            exit "$code"
        done < "$FAKE/answers"
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-deploy-");
    private readonly List<string> _answers = [];

    public FakeAzure()
    {
        foreach (var tool in new[] { "az", "azd", "dotnet" })
        {
            File.WriteAllText(Path.Combine(_folder.FullName, tool), Tool);
        }
    }

    /// <summary>Where deploy/ is.</summary>
    public string Clone { get; init; } = RepositoryFolder.PathOf(".");

    /// <summary>Calls that no earlier pattern fits are answered so. Calls that none fits succeed and say nothing.</summary>
    /// <param name="pattern">Of the whole call, as the shell matches.</param>
    /// <param name="output">What it prints, with \n for a new line.</param>
    /// <param name="code">How it ends.</param>
    public FakeAzure Answering(string pattern, string output, int code = 0)
    {
        _answers.Add($"any|{pattern}|{code}|{output}");
        return this;
    }

    /// <summary>The same for the first such call only.</summary>
    public FakeAzure AnsweringOnce(string pattern, string output)
    {
        _answers.Add($"once-{_answers.Count}|{pattern}|0|{output}");
        return this;
    }

    public async Task<(int Code, string Output, string Error, string[] Calls)> RunAsync(string script, string arguments, params (string Name, string Value)[] settings)
    {
        var calls = Path.Combine(_folder.FullName, "calls");
        await File.WriteAllTextAsync(calls, "");
        await File.WriteAllLinesAsync(Path.Combine(_folder.FullName, "answers"), _answers);
        var start = new ProcessStartInfo("bash")
        {
            ArgumentList = { "-c", $"chmod +x \"$FAKE\"/az* \"$FAKE\"/dotnet; PATH=$FAKE:$PATH exec deploy/{script} {arguments}" },
            WorkingDirectory = Clone,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var name in start.Environment.Keys.Where(name => name.StartsWith("AZURE", StringComparison.Ordinal)).ToArray())
        {
            start.Environment.Remove(name);
        }

        start.Environment["FAKE"] = _folder.FullName;
        foreach (var (name, value) in settings)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, (await output).Trim(), await error, await File.ReadAllLinesAsync(calls));
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
