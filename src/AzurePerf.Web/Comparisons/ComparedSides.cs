using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Comparisons;

/// <summary>Sides of a comparison as addresses name them: the id of a run, or those of the parts that were measured in turns, joined by
/// dots.</summary>
internal static class ComparedSides
{
    private const char Joint = '.';

    /// <summary>How a side of several parts is named.</summary>
    public static string NameOf(IEnumerable<string> parts) => string.Join(Joint, parts);

    /// <summary>The id of a side's first part.</summary>
    public static string FirstOf(string side) => side.Split(Joint)[0];

    /// <summary>The page of a side: that of its first part.</summary>
    public static string PageOf(string side) => "/runs/" + FirstOf(side);

    /// <summary>Whether a text could name a side.</summary>
    public static bool IsName(string side) =>
        side.Split(Joint) is { Length: <= RunTurns.Parts } ids && ids.All(IdText.IsValid) && ids.Distinct().Count() == ids.Length;

    /// <summary>A side with all that was measured; null where a part is no run, or the parts asked for different things. Its status is that
    /// of a part that has not ended, where there is one.</summary>
    public static async Task<RunResults?> FindSideAsync(this RunReader reader, string side, CancellationToken cancellationToken)
    {
        if (!IsName(side))
        {
            return null;
        }

        var parts = new List<RunResults>();
        foreach (var id in side.Split(Joint))
        {
            if (await reader.EndedResultsAsync(id, cancellationToken) is not { } part)
            {
                return null;
            }

            parts.Add(part);
        }

        return parts.Select(part => TrendRun.SettingsOf(part.Run.Spec)).Distinct().Count() == 1 ? Pool(side, parts) : null;
    }

    /// <summary>Sides in their order, up to the first that <see cref="FindSideAsync"/> does not find, which is named then.</summary>
    public static async Task<(List<RunResults> Found, string? Missing)> FindSidesAsync(
        this RunReader reader, IEnumerable<string> sides, CancellationToken cancellationToken)
    {
        var found = new List<RunResults>();
        foreach (var side in sides)
        {
            if (await reader.FindSideAsync(side, cancellationToken) is not { } one)
            {
                return (found, side);
            }

            found.Add(one);
        }

        return (found, null);
    }

    private static RunResults Pool(string side, List<RunResults> parts)
    {
        if (parts.Count == 1)
        {
            return parts[0];
        }

        var (spec, points) = RunTurns.Pool([.. parts.OrderBy(part => part.Run.SubmittedAt).Select(part => (part.Run.Spec, part.Points))]);
        var first = parts[0].Run;
        return new(parts[0].Experiment, first with
        {
            RunId = side,
            Spec = spec with { Name = RunTurns.NameOf(spec.Name) },
            Status = parts.Select(part => part.Run.Status).FirstOrDefault(status => !status.IsTerminal(), first.Status),
        }, points, []);
    }
}
