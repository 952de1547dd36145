using AzurePerf.Core.Api;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How a run stands, in words. Tool and portal say the same.</summary>
public static class RunText
{
    /// <summary>True unless stages of it execute independent tasks: such a run has only the points that those are folded into.</summary>
    public static bool MeasuresPoints(RunResponse run) => !Bags(run).Any();

    /// <summary>"7 of 8 points, 1 failed", or of stages of tasks "cut: 20 of 20 tasks done"; empty before the run is planned.</summary>
    public static string Progress(RunResponse run) =>
        run.Stages.Count == 0 ? ""
        : MeasuresPoints(run) ? Points(run)
        : string.Join("; ", Bags(run).Select(stage => $"{stage.Name}: {StageText.Progress(stage)}"));

    /// <summary>", about 2 min 05 s left", for the end of a sentence; empty while nobody can tell.</summary>
    /// <param name="seconds">What is left.</param>
    public static string Left(double? seconds) => Left(seconds is { } left ? TimeSpan.FromSeconds(left) : null);

    /// <inheritdoc cref="Left(double?)"/>
    public static string Left(TimeSpan? left) => left is not { } known ? ""
        : known.TotalMinutes < 1 ? $", about {NumberFormat.Count((long)Math.Ceiling(known.TotalSeconds))} s left"
        : $", about {NumberFormat.Duration(known)} left";

    /// <summary>The stages of independent tasks, in order.</summary>
    public static IEnumerable<StageResponse> Bags(RunResponse run) => run.Stages.Where(stage => stage.Kind == StageKind.Bag);

    /// <summary>What ended without a result, as people call it: "point 3" or "task 17 of cut".</summary>
    public static string Subject(AbnormalEndResponse end) =>
        end.Point is { } point ? $"point {NumberFormat.Count(point)}" : $"task {NumberFormat.Count(end.Task)} of {end.Stage}";

    private static string Points(RunResponse run) =>
        $"{NumberFormat.Count(run.PointsFinished)} of {NumberFormat.Counted(run.Points, "point")}"
        + (run.PointsFailed > 0 ? $", {NumberFormat.Count(run.PointsFailed)} failed" : "")
        + (run.PointsMissed > 0 ? $", {NumberFormat.Count(run.PointsMissed)} missed" : "");
}
