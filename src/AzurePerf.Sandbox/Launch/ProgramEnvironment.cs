namespace AzurePerf.Sandbox.Launch;

/// <summary>The environment of a program: four variables, and those that it was given.</summary>
internal static class ProgramEnvironment
{
    public static IReadOnlyList<string> Of(string folder, IReadOnlyDictionary<string, string> given)
    {
        var variables = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["PATH"] = "/usr/bin:/bin",
            ["HOME"] = folder,
            ["TMPDIR"] = folder,
            ["LANG"] = "C.UTF-8",
        };
        foreach (var (name, value) in given)
        {
            variables[name] = value;
        }

        return [.. variables.Select(variable => $"{variable.Key}={variable.Value}")];
    }
}
