using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Output;

/// <summary>Where a run is, in words and as a fraction.</summary>
internal static class RunPhase
{
    /// <summary>One clause: "measuring point 3 of 8, warm-up".</summary>
    public static string Describe(RunResponse run) => Describe(run, DescribePoint);

    /// <summary>The same without what changes from point to point: "measuring 8 points".</summary>
    public static string DescribeCoarsely(RunResponse run) =>
        Describe(run, _ => string.Create(CultureInfo.InvariantCulture, $"measuring {run.Points} points"));

    /// <summary>Points done, counting the part of the current one that is measured.</summary>
    public static double PointsDone(RunResponse run)
    {
        var part = run.Activity is { Phase: "measuring", OperationsPlanned: > 0 } activity
            ? Math.Min(1, activity.OperationsDone / (double)activity.OperationsPlanned)
            : 0;
        return Math.Min(run.Points, run.PointsFinished + part);
    }

    public static string WordFor(RunStatus status) => status.ToString().ToLowerInvariant();

    private static string Describe(RunResponse run, Func<RunResponse, string> describeMeasuring) => run.Status switch
    {
        RunStatus.Accepted => run.Reason.Length > 0 ? "waiting: " + run.Reason : "waiting",
        RunStatus.Running => DescribeStage(run, describeMeasuring),
        _ => WordFor(run.Status),
    };

    private static string DescribeStage(RunResponse run, Func<RunResponse, string> describeMeasuring) => CurrentStage(run) switch
    {
        StageKind.Prepare => "preparing data",
        StageKind.Measure => describeMeasuring(run),
        StageKind.Clean => "cleaning up",
        _ => run.Stages.Count == 0 ? "planning" : "finishing",
    };

    // For a moment a stage may be closed and the next not yet open.
    private static StageKind? CurrentStage(RunResponse run) => run.Stages.FirstOrDefault(stage => stage.Status != StageStatus.Closed)?.Stage;

    private static string DescribePoint(RunResponse run)
    {
        var point = run.Activity?.Point ?? Math.Min(run.PointsFinished + 1, run.Points);
        var text = string.Create(CultureInfo.InvariantCulture, $"measuring point {point} of {run.Points}");
        return run.Activity?.Phase switch
        {
            "setUp" => text + ", set-up",
            "warmUp" => text + ", warm-up",
            "storing" => text + ", storing",
            _ => text,
        };
    }
}
