using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Plans a stage from the products of the stages before it. Its orders are stored first, under an id of this try; the stage's row, written
/// after all of them under its ETag, says that they count. A process that ends in between leaves a stage that is planned anew. Of two
/// that plan at once one is refused.
/// </summary>
internal sealed class StagePlanning(
    RunStages plans, TaskStore tasks, StageOrders orders, RunStore runs, RunAllowance allowance, EventStore events, IIdSource ids,
    EngineTimes times, TimeProvider time)
{
    /// <summary>Makes the plan, or goes on with it, for a turn. Nothing of a stage is dispatched before its plan is stored.</summary>
    public async Task PlanAsync(RunSnapshot snapshot, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = snapshot.Run;
        if (await runtime.LongStep.ContinueAsync(
            $"plan {stage.Id}", () => MakeAsync(snapshot, stage, cancellationToken), time) is not { } made)
        {
            return;
        }

        var fault = made.Fault.Length > 0 ? made.Fault
            : made.Tasks > 0 ? await OverLimitsAsync(run, stage, made.Tasks, cancellationToken)
            : plans.PlanOf(run, stage.Id).MayBeEmpty ? ""
            : "has nothing to do: the stages before it brought no order for it";
        if (fault.Length > 0)
        {
            if (await runs.TryReplaceAsync(run with { GivenUp = $"stage {stage.Name} {fault}" }, cancellationToken) is { } given)
            {
                await events.AppendAsync(run.RunId, given.GivenUp, cancellationToken);
            }
        }
        else
        {
            // Before the plan, as its answer may be lost.
            runtime.IndexMayBeBehind = true;
            if (await runs.TryWriteAsync(
                allowance.Raised(run, plans.PlanOf(run, stage.Id), made.Tasks),
                [stage with { IsPlanned = true, PlanId = made.PlanId, Total = made.Tasks }],
                cancellationToken) is not null

                // Also where its answer was lost and somebody tagged the run before it was asked for again.
                || (await runs.FindStageAsync(run.RunId, stage.Id, cancellationToken))?.PlanId == made.PlanId)
            {
                var tasksOfIt = made.Tasks == 0 ? "nothing to do" : NumberFormat.Counted(made.Tasks, "task");
                await events.AppendAsync(run.RunId, $"{stage.Name} is planned: {tasksOfIt}", cancellationToken);
            }
        }
    }

    /// <summary>The plan is the last item. Pauses after each block.</summary>
    private async IAsyncEnumerable<MadePlan?> MakeAsync(
        RunSnapshot snapshot, StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var planId = ids.NewId();
        var most = await MostTasksAsync(snapshot, stage, cancellationToken);
        var block = new List<string>(TaskSharding.BlockTasks);
        var made = 0;
        await using var source = new OrderSource(
            plans.PlanOf(snapshot.Run, stage.Id), snapshot.Stages, tasks, times.Turn, time, cancellationToken);
        while (true)
        {
            if (!await source.TryReadAsync())
            {
                yield return null;
                continue;
            }

            if (source.Order is not { } order)
            {
                break;
            }

            if (made == most.Tasks)
            {
                yield return new("", 0, most.Fault);
                yield break;
            }

            block.Add(order);
            made++;
            if (block.Count == TaskSharding.BlockTasks)
            {
                await orders.PutAsync(stage, planId, (made - 1) / TaskSharding.BlockTasks, block, cancellationToken);
                block.Clear();
                yield return null;
            }
        }

        if (source.Fault.Length == 0 && block.Count > 0)
        {
            await orders.PutAsync(stage, planId, made / TaskSharding.BlockTasks, block, cancellationToken);
        }

        yield return new(planId, made, source.Fault);
    }

    /// <summary>
    /// What the operator allows, and what a run may have at most, is for all of its stages together.
    /// </summary>
    private async Task<(int Tasks, string Fault)> MostTasksAsync(
        RunSnapshot snapshot, StageState stage, CancellationToken cancellationToken)
    {
        var others = snapshot.Stages.Where(other => other.Shape == StageShape.Bag && other.Id != stage.Id).Sum(other => (long)other.Total);
        var allowed = (await allowance.LeftAsync(snapshot.Run, cancellationToken)).OperationsPerRun ?? long.MaxValue;
        var ofRun = StagePlan.MostTasksOfRun - others;
        var left = Math.Max(0, allowed - others);
        return left < Math.Min(ofRun, StagePlan.MostTasks)
            ? ((int)left,
                $"would have more tasks than {LimitOptions.Section}:{nameof(LimitOptions.OperationsPerRun)} leaves, "
                    + $"{NumberFormat.Count(left)}")
            : ofRun < StagePlan.MostTasks
                ? ((int)ofRun, $"would make more than {NumberFormat.Count(StagePlan.MostTasksOfRun)} tasks of its run")
            : (StagePlan.MostTasks, $"would have more than {NumberFormat.Count(StagePlan.MostTasks)} tasks");
    }

    /// <summary>The first limit that the run exceeds with the tasks of a stage, as the end of a sentence.</summary>
    private async Task<string> OverLimitsAsync(RunState run, StageState stage, int made, CancellationToken cancellationToken) =>
        await allowance.FaultsAsync(allowance.Raised(run, plans.PlanOf(run, stage.Id), made), cancellationToken) is [{ } first, ..]
            ? $"is not begun: {first.Path}: {first.Message}"
            : "";

    /// <param name="PlanId">Names the blobs with its orders.</param>
    /// <param name="Tasks">How many there are.</param>
    /// <param name="Fault">Why there can be no plan, as the end of a sentence; empty where there is one.</param>
    private sealed record MadePlan(string PlanId, int Tasks, string Fault);
}
