using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Ids;

namespace AzurePerf.Cli.Runs;

/// <summary>Finds the run that an abbreviated id means.</summary>
internal static class RunPrefix
{
    /// <summary>Runs that an abbreviation is looked for among: the newest ones.</summary>
    public const int Searched = 200;

    private const int Shown = 5;

    /// <summary>The full id; a full id costs no request.</summary>
    public static async Task<string> ResolveAsync(ApiClient api, string text, CancellationToken cancellationToken)
    {
        var prefix = text.Trim().ToLowerInvariant();
        if (IdText.IsValid(prefix))
        {
            return prefix;
        }

        var runs = (await api.ListRunsAsync(Searched, cancellationToken)).Value.Runs;
        return Choose(prefix, [.. runs.Select(run => run.Id)]);
    }

    internal static string Choose(string prefix, IReadOnlyList<string> ids)
    {
        var matches = prefix.Length == 0 ? [] : ids.Where(id => id.StartsWith(prefix, StringComparison.Ordinal)).ToArray();
        return matches switch
        {
            [var only] => only,
            [] =>
                throw CommandFailure.Usage(
                    $"no run among the newest {Searched} has an id that begins with '{prefix}'; `azureperf list` shows them"),
            _ => throw CommandFailure.Usage(
                $"{matches.Length} runs begin with '{prefix}': "
                    + $"{string.Join(", ", matches.Take(Shown))}{(matches.Length > Shown ? ", ..." : "")}"),
        };
    }
}
