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
            RunCharts.Of(source));
    }
}

/// <summary>Charts over many runs.</summary>
/// <param name="Charts">In the order of the page.</param>
public sealed record ChartSetResponse(IReadOnlyList<Chart> Charts);
