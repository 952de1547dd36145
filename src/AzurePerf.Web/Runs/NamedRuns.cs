namespace AzurePerf.Web.Runs;

/// <summary>Runs that an address or a form names, one by one or in lists.</summary>
internal static class NamedRuns
{
    private static readonly char[] Separators = [',', ';', ' ', '\t', '\r', '\n'];

    /// <summary>Their ids as they stand there, each once, in their order.</summary>
    public static IReadOnlyList<string> Of(IEnumerable<string?> values) =>
        [.. values.SelectMany(text => (text ?? "").Split(Separators, StringSplitOptions.RemoveEmptyEntries)).Distinct()];
}
