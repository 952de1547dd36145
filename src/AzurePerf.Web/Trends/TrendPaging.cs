using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>Which values of a trend are asked for.</summary>
/// <param name="After">The run of the last value of the page before; null for the first page.</param>
/// <param name="Limit">How many at most.</param>
internal sealed record TrendPaging(string? After, int Limit)
{
    /// <summary>The page, or null with what is wrong with it.</summary>
    public static (TrendPaging? Page, SpecFault? Fault) Read(TrendSubject subject, string? after, string? limit)
    {
        var count = TrendReader.MostRuns;
        return limit is not null
            && (!int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out count) || count is < 1 or > TrendReader.MostRuns)
            ? (null, new("limit", $"must be a whole number from 1 to {TrendReader.MostRuns}"))
            : after is not null && subject.Runs.All(run => run.RunId != after)
                ? (null, new("after", "must be the run of a value of this trend: follow next in place of making it"))
                : (new(after, count), null);
    }

    public TrendResponse Of(TrendSubject subject, Trend? trend)
    {
        var rest = trend?.Values.SkipWhile(value => After is not null && value.RunId != After).Skip(After is null ? 0 : 1).ToArray() ?? [];
        var shown = rest.Take(Limit).ToArray();
        return new()
        {
            Experiment = subject.Experiment,
            Target = subject.Target,
            ScheduleId = subject.Schedule?.Id ?? "",
            RunId = subject.RunId,
            Disclaimer = subject.Definition?.Disclaimer ?? "",
            Note = subject.Note,
            Runs = subject.Runs.Count,
            Metric = trend?.Metric,
            Unit = trend?.Unit,
            HigherIsBetter = trend?.HigherIsBetter,
            Levels = trend?.Levels,
            Configurations = subject.Configurations,
            Values = shown,
            Changes = trend?.Changes ?? [],
            Drift = trend?.Drift,
            Next = shown.Length == rest.Length
                ? null
                : string.Create(CultureInfo.InvariantCulture,
                    $"{TrendsApi.Address}{TrendAddress.QueryOf(subject, trend!.Levels)}&after={shown[^1].RunId}&limit={Limit}"),
        };
    }
}
