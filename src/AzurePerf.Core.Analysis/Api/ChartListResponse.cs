using System.Globalization;
using System.Text.Json.Serialization;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/charts</c>.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">Where it stands; distributions and courses are there once it is terminal.</param>
/// <param name="Level">Which of the configurations the charts over time show, counted from 0; null where there is none.</param>
/// <param name="Levels">Those that can be chosen, in words.</param>
/// <param name="Charts">In the order of the page.</param>
public sealed record ChartListResponse(string RunId, [property: JsonPropertyName("state")] RunStatus Status,
    [property: JsonPropertyName("configuration")] int? Level, [property: JsonPropertyName("configurations")] IReadOnlyList<string> Levels,
    IReadOnlyList<Chart> Charts)
{
    /// <summary>How files of its charts are named, without their ending: experiment, run and day, with <c>{chart}</c> for the
    /// chart.</summary>
    public required string FileName { get; init; }

    /// <summary>Where the numbers come from, as one line below a picture.</summary>
    public required string Source { get; init; }

    /// <summary>No charts, of a run that has none.</summary>
    public static ChartListResponse None(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return new(run.RunId, run.Status, null, [], []) { FileName = NameOf(run), Source = SourceOf(run) };
    }

    /// <summary>The name of a chart's file without its ending: "blob.download-throughput-RUN-2026-03-14".</summary>
    /// <param name="chart">Its id.</param>
    public string FileNameOf(string chart) => FileName.Replace("{chart}", chart, StringComparison.Ordinal);

    /// <summary>The charts of a run.</summary>
    public static ChartListResponse Of(ChartSource source, RunState run)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(run);
        var names = new LevelNames(source.Definition, source.Spec);
        var selected = source.Selected;
        return new(
            run.RunId,
            run.Status,
            selected is null
                ? null
                : source.Curves.Select((curves, index) => (curves, index)).First(entry => entry.curves == selected).index,
            [.. source.Curves.Select(curves => names.Of(curves.Levels) is { Length: > 0 } name ? name : "all operations")],
            RunCharts.Of(source))
        {
            FileName = NameOf(run),
            Source = SourceOf(run),
        };
    }

    private static string NameOf(RunState run) => $"{run.Spec.Experiment}-{{chart}}-{run.RunId}-{DayOf(run)}";

    private static string SourceOf(RunState run) =>
        $"{run.Spec.Experiment}, {run.Spec.Scale}{(run.Spec.Target.Length > 0 ? ", target " + run.Spec.Target : "")}"
        + $"{(run.Emulator ? " (emulator)" : "")}, run {run.RunId}, {DayOf(run)}, measured with AzurePerf";

    private static string DayOf(RunState run) =>
        (run.StartedAt ?? run.SubmittedAt).UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}

/// <summary>Charts over many runs.</summary>
/// <param name="Charts">In the order of the page.</param>
public sealed record ChartSetResponse(IReadOnlyList<Chart> Charts);
