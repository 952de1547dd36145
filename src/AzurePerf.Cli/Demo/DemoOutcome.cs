using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Demo;

/// <summary>How the runs of a demo ended.</summary>
internal sealed class DemoOutcome
{
    private readonly List<(RunResponse Run, PointListResponse Points)> _runs = [];

    /// <summary>True when every run completed and every point of its plan was measured.</summary>
    public bool Complete => _runs.Count > 0 && _runs.All(entry =>
        entry.Run is { Status: RunStatus.Completed, Points: > 0 } && Measured(entry.Points) == entry.Run.Points);

    public void Add(RunResponse run, PointListResponse points) => _runs.Add((run, points));

    /// <summary>The lines below the last table.</summary>
    public IEnumerable<string> Summarise(TimeSpan took, Uri portal)
    {
        var gaps = _runs.SelectMany(entry => PointGaps.Of(entry.Points)).ToArray();
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"{_runs.Count(entry => entry.Run.Status == RunStatus.Completed)} of {_runs.Count} runs completed, "
                + $"{_runs.Sum(entry => Measured(entry.Points))} of {_runs.Sum(entry => entry.Run.Points)} points measured in "
                + $"{NumberFormat.Duration(took)}");
        yield return PointGaps.Median(gaps) is { } median
            ? string.Create(CultureInfo.InvariantCulture,
                $"median gap between consecutive points of a run: {NumberFormat.Duration(median)} ({gaps.Length} gaps)")
            : "no run had consecutive points";
        yield return "portal: " + portal.AbsoluteUri;
    }

    private static int Measured(PointListResponse points) =>
        points.Points.Count(point => point is { Status: PointStatus.Measured, Result: not null });
}
