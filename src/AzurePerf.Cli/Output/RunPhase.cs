using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Output;

/// <summary>Where a run is, in words and as a fraction.</summary>
internal static class RunPhase
{
    private const string Preparing = "preparing data";

    /// <summary>One clause: "measuring point 3 of 8, warm-up".</summary>
    public static string Describe(RunResponse run) => Describe(run, stage => stage.Kind switch
    {
        StageKind.Prepare => WorkerText.Loading(run.Activity) is { } rows ? $"{Preparing}: {rows}" : Preparing,
        StageKind.Bag => DescribeBag(stage),
        _ => DescribePoint(run),
    });

    /// <summary>The same without what changes from point to point: "measuring 8 points".</summary>
    public static string DescribeCoarsely(RunResponse run) => Describe(run, stage => stage.Kind switch
    {
        StageKind.Prepare => Preparing,
        StageKind.Bag => stage is { Planned: true, Tasks: > 0 }
            ? $"executing {stage.Name} of {NumberFormat.Counted(stage.Tasks, "task")}"
            : DescribeBag(stage),
        _ => "measuring " + NumberFormat.Counted(run.Points, "point"),
    });

    /// <summary>Says that nothing is known of a run at the moment.</summary>
    /// <param name="limit">How long it is not asked for, as that was done too often; null where there is no answer.</param>
    /// <param name="patience">How long it is asked for again then, from the last answer on.</param>
    public static string DescribeSilence(TimeSpan? limit, TimeSpan patience) => limit is { } wait
        ? string.Create(CultureInfo.InvariantCulture, $"the server had too many requests; asking again in {wait.TotalSeconds:F0} s")
        : string.Create(CultureInfo.InvariantCulture, $"no answer about the run; trying again for up to {patience.TotalSeconds:F0} s");

    /// <summary>How much there is to do: points, or tasks of all stages that are planned; 0 before it is known.</summary>
    public static double Planned(RunResponse run) =>
        RunText.MeasuresPoints(run) ? run.Points : RunText.Bags(run).Sum(stage => (double)stage.Tasks);

    /// <summary>How much of it is done, counting the part of the current point that is measured, and what running tasks say of
    /// themselves.</summary>
    public static double Done(RunResponse run) =>
        RunText.MeasuresPoints(run) ? PointsDone(run) : RunText.Bags(run).Sum(stage => stage.Progress * stage.Tasks);

    private static double PointsDone(RunResponse run)
    {
        var part = run.Activity is { Phase: "measuring", OperationsPlanned: > 0 } activity
            ? Math.Min(1, activity.OperationsDone / (double)activity.OperationsPlanned)
            : 0;
        return Math.Min(run.Points, run.PointsFinished + part);
    }

    public static string WordFor(RunStatus status) => status.Words();

    private static string Describe(RunResponse run, Func<StageResponse, string> describeWork) => run.Status switch
    {
        RunStatus.Accepted => run.Wait is { } wait ? WaitText.WithEnd(wait, run.Reason)
            : run.Reason.Length > 0 ? "waiting: " + run.Reason : "waiting",
        RunStatus.Running =>
            DescribeStage(run, describeWork)
                + (run.Wait is { } wait ? "; " + WaitText.WithEnd(wait, run.Reason) : run.Reason.Length > 0 ? "; " + run.Reason : ""),
        _ => WordFor(run.Status),
    };

    private static string DescribeStage(RunResponse run, Func<StageResponse, string> describeWork) => CurrentStage(run) switch
    {
        { Kind: StageKind.Prepare or StageKind.Measure or StageKind.Bag } stage => describeWork(stage),
        { Kind: StageKind.Clean } => "cleaning up",
        _ => run.Stages.Count == 0 ? "planning" : "finishing",
    };

    // For a moment a stage may be closed and the next not yet open.
    private static StageResponse? CurrentStage(RunResponse run) => run.Stages.FirstOrDefault(stage => stage.Status != StageStatus.Closed);

    /// <summary>"cut: 20 of 40 tasks done, 4 running, 53 %, about 20 s left".</summary>
    private static string DescribeBag(StageResponse stage) => stage switch
    {
        { Planned: false } => $"planning {stage.Name}",
        { Tasks: 0 } => $"{stage.Name}: {StageText.Progress(stage)}",
        _ => $"{stage.Name}: {StageText.Progress(stage)}, {NumberFormat.Percent(stage.Progress)}" + RunText.Left(stage.SecondsLeft),
    };

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
