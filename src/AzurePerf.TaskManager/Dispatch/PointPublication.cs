using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Publishes points whose tasks are terminal. Repeating it changes nothing.</summary>
internal sealed class PointPublication(RunStore runs, PointStore points, GangResults gangs, EventStore events)
{
    /// <summary>Publishes a point and notes in the header what it tells of the whole run; false when the header was changed meanwhile, then
    /// ask again.</summary>
    public async Task<bool> TryPublishAsync(
        RunState run, StageState stage, IReadOnlyList<BenchmarkTask> finished, CancellationToken cancellationToken)
    {
        var point = TaskPoint.Of(await gangs.AsOneAsync(finished, cancellationToken)) with { Segment = run.Segment };
        if (await points.TryPublishAsync(run.RunId, point, cancellationToken))
        {
            await events.AppendAsync(run.RunId, SentenceOf(point, stage.Total / finished.Count), cancellationToken);
        }

        var noted = run with
        {
            Emulator = run.Emulator || point.Emulator,
            Build = run.Build.Length == 0 && point.Status == PointStatus.Measured ? point.Build : run.Build,
        };
        return noted == run || await runs.TryReplaceAsync(noted, cancellationToken) is not null;
    }

    /// <summary>
    /// Publishes the points that a stage was folded into, before it closes. Their numbers follow those that the header counts, which does
    /// not count these before the stage closes. An item after each point.
    /// </summary>
    public async IAsyncEnumerable<bool> PublishAsync(
        RunState run, StageState stage, IReadOnlyList<StagePoint> folded, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var isNew = false;
        for (var index = 0; index < folded.Count; index++)
        {
            isNew |= await points.TryPublishAsync(run.RunId, RecordOf(run, stage, folded[index], index), cancellationToken);
            yield return true;
        }

        if (isNew)
        {
            await events.AppendAsync(run.RunId, $"{stage.Name} brought {NumberFormat.Counted(folded.Count, "point")}", cancellationToken);
        }
    }

    /// <summary>The record of a point that a stage was folded into.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="folded">The point.</param>
    /// <param name="index">Which of them it is, from 0.</param>
    public static PointRecord RecordOf(RunState run, StageState stage, StagePoint folded, int index) => new()
    {
        Number = run.Points + index + 1,
        Repetition = folded.Repetition,
        Levels = folded.Levels,
        Status = PointStatus.Measured,
        Attempt = 1,
        Segment = run.Segment,
        ClaimedAt = stage.OpenedAt,
        Result = run.HasInjectedFaults
            ? folded.Result with { Flags = [.. folded.Result.Flags, PointFlag.FaultsInjected] }
            : folded.Result,
    };

    private static string WhatOf(PointResult? result) => result?.Operations is { } operations
        ? $"{operations.Outcomes.GetValueOrDefault(OperationOutcome.Ok)} of {operations.Operations} operations ok"
        : $"{result?.Values.Count} values, {result?.Distributions.Count} distributions";

    private static string SentenceOf(PointRecord point, int total) => point.Status switch
    {
        PointStatus.Measured => $"point {point.Number} of {total} measured: {WhatOf(point.Result)}",
        PointStatus.Missed => $"point {point.Number} of {total} missed: its time passed before a worker took it",
        PointStatus.Reused => $"point {point.Number} of {total} not measured, what it was to make was there already: {point.Error}",
        _ => $"point {point.Number} of {total} failed: {point.Error}",
    };
}
