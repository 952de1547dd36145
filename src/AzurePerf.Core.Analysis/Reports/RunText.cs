using AzurePerf.Core.Api;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How a run stands, in words. Tool and portal say the same.</summary>
public static class RunText
{
    /// <summary>True when the run is planned, executes bags of tasks and measures no points.</summary>
    public static bool IsBag(RunResponse run) =>
        run.Stages.Any(stage => stage.Stage == StageKind.Bag);

    /// <summary>"7 of 8 points, 1 failed", or of bags "bag 1: 20 of 20 tasks done"; empty before the run is planned.</summary>
    public static string Progress(RunResponse run) =>
        run.Stages.Count == 0 ? ""
        : IsBag(run) ? string.Join("; ", Bags(run).Select(bag => $"{bag.Stage}: {StageText.Progress(bag)}"))
        : Points(run);

    /// <summary>The bags of a run, in order.</summary>
    public static IEnumerable<StageEngineResponse> Bags(RunResponse run) =>
        run.Engine.Stages.Zip(run.Stages).Where(stage => stage.Second.Stage == StageKind.Bag).Select(stage => stage.First);

    /// <summary>What ended without a result, as people call it: "point 3" or "task 17 of bag 2".</summary>
    public static string Subject(AbnormalEndResponse end) =>
        end.Point is { } point ? $"point {NumberFormat.Count(point)}" : $"task {NumberFormat.Count(end.Task)} of {end.Stage}";

    private static string Points(RunResponse run) =>
        $"{NumberFormat.Count(run.PointsFinished)} of {NumberFormat.Counted(run.Points, "point")}"
        + (run.PointsFailed > 0 ? $", {NumberFormat.Count(run.PointsFailed)} failed" : "")
        + (run.PointsMissed > 0 ? $", {NumberFormat.Count(run.PointsMissed)} missed" : "");
}
