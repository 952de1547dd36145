using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Runs;

/// <summary>Short facts about a run for its page, with their names.</summary>
internal static class RunFacts
{
    /// <summary>What workers' heartbeats and the last published point say about a run in progress.</summary>
    public static IReadOnlyList<(string Name, string Value)> Live(RunResponse run, ResultTable? results)
    {
        var facts = new List<(string, string)>();
        if (run.Activity is { } activity)
        {
            facts.Add(("Workers at it", NumberFormat.Count(activity.Workers)));
            if (WorkerText.Loading(activity) is { } rows)
            {
                facts.Add(("Loaded", rows));
            }

            if (activity.OperationsPerSecond is { } rate)
            {
                facts.Add(("Operations per second", NumberFormat.Significant(rate)));
            }
        }

        if (Last(results) is { Summary: { } summary } last)
        {
            facts.Add(($"p50 of point {NumberFormat.Count(last.Number)}", Latency(summary.Latency.P50Nanoseconds)));
            facts.Add(($"p99 of point {NumberFormat.Count(last.Number)}", Latency(summary.Latency.P99Nanoseconds)));
            facts.Add(("Failed operations so far", NumberFormat.Count(Failed(results!))));
        }

        return facts;
    }

    /// <summary>Machines and libraries of the points, each named once.</summary>
    public static IReadOnlyList<(string Name, string Value)> Environment(ResultTable? results)
    {
        PointRecord[] points = [.. results?.Groups.SelectMany(group => group) ?? []];
        (string Name, IEnumerable<string> Values)[] facts =
        [
            ("Kind of machine", points.Select(point => point.Sku)),
            ("Hosts", points.Select(point => point.HostId)),
            ("Client libraries", points.Select(point => point.Sdk)),
        ];
        return [.. facts.Select(fact =>
            (fact.Name, Value: string.Join("; ", fact.Values.Where(value => value.Length > 0).Distinct().Order(StringComparer.Ordinal))))
            .Where(fact => fact.Value.Length > 0)];
    }

    private static PointRecord? Last(ResultTable? results) =>
        results?.Groups.SelectMany(group => group).Where(point => point.Summary is not null).MaxBy(point => point.Number);

    private static long Failed(ResultTable results) =>
        results.Groups.SelectMany(group => group).SelectMany(point => ResultTable.FailuresOf(point.Summary)).Sum(failure => failure.Count);

    private static string Latency(double? nanoseconds) =>
        nanoseconds is { } value ? NumberFormat.Milliseconds(value) + " ms" : "n too small";
}
