using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>Reads `name=text` arguments.</summary>
internal static class NamedText
{
    /// <summary>Splits at the first equals sign; the text may hold more of them.</summary>
    public static (string Name, string Text) Split(string assignment, string option, string example)
    {
        var equals = assignment.IndexOf('=', StringComparison.Ordinal);
        return equals > 0
            ? (assignment[..equals].Trim(), assignment[(equals + 1)..].Trim())
            : throw CommandFailure.Usage($"{option} must look like {option} {example}, not '{assignment}'");
    }
}
