using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
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
    TimeProvider time)
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

        if (made.Fault.Length > 0)
        {
            if (await runs.TryReplaceAsync(run with { GivenUp = $"stage {stage.Name} {made.Fault}" }, cancellationToken) is { } given)
            {
                await events.AppendAsync(run.RunId, given.GivenUp, cancellationToken);
            }
        }
        else if (await runs.TryReplaceStageAsync(
            stage with { IsPlanned = true, PlanId = made.PlanId, Total = made.Tasks }, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, $"{stage.Name} is planned: {NumberFormat.Counted(made.Tasks, "task")}", cancellationToken);
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
            plans.PlanOf(snapshot.Run, stage.Id), new StageProducts(tasks, snapshot.Stages, cancellationToken), cancellationToken);
        while (await source.NextAsync() is { } order)
        {
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

        yield return new(planId, made,
            source.Fault.Length > 0 ? source.Fault : made == 0 ? "has nothing to do: the stages before it brought no order for it" : "");
    }

    /// <summary>What the operator allows is for all stages of the run together.</summary>
    private async Task<(int Tasks, string Fault)> MostTasksAsync(
        RunSnapshot snapshot, StageState stage, CancellationToken cancellationToken)
    {
        var others = snapshot.Stages.Where(other => other.Kind == StageKind.Bag && other.Id != stage.Id).Sum(other => (long)other.Total);
        var allowed = (await allowance.LeftAsync(snapshot.Run, cancellationToken)).OperationsPerRun;
        return allowed is { } most && Math.Max(0, most - others) is var left && left < StagePlan.MostTasks
            ? ((int)left,
                $"would have more tasks than {LimitOptions.Section}:{nameof(LimitOptions.OperationsPerRun)} leaves, "
                    + $"{NumberFormat.Count(left)}")
            : (StagePlan.MostTasks, $"would have more than {NumberFormat.Count(StagePlan.MostTasks)} tasks");
    }

    /// <param name="PlanId">Names the blobs with its orders.</param>
    /// <param name="Tasks">How many there are.</param>
    /// <param name="Fault">Why there can be no plan, as the end of a sentence; empty where there is one.</param>
    private sealed record MadePlan(string PlanId, int Tasks, string Fault);

    /// <summary>
    /// The orders as the experiment makes them. A fault of its code ends the run, not the TaskManager's turn; one of the control account is
    /// met by the process that carries the run on.
    /// </summary>
    private sealed class OrderSource(StagePlan plan, IStageProducts products, CancellationToken cancellationToken) : IAsyncDisposable
    {
        private IAsyncEnumerator<string>? _orders;

        /// <summary>Why there is no next one, as the end of a sentence; empty at the end of the orders.</summary>
        public string Fault { get; private set; } = "";

        public async Task<string?> NextAsync()
        {
            try
            {
                _orders ??= plan.Orders!(products).GetAsyncEnumerator(cancellationToken);
                var order = await _orders.MoveNextAsync() ? _orders.Current : null;
                if (order?.Length > StageOrders.MostCharacters)
                {
                    Fault =
                        $"cannot be planned: an order has {NumberFormat.Count(order.Length)} characters, and at most "
                            + $"{NumberFormat.Count(StageOrders.MostCharacters)} are stored";
                }

                return Fault.Length > 0 ? null : order;
            }
            catch (Exception exception)
                when (exception is not CorruptRowException && !StorageFailure.Matches(exception)
                    && !ProcessFault.Is(exception, cancellationToken))
            {
                Fault = $"cannot be planned: {FailureText.Of(exception)}";
                return null;
            }
        }

        public ValueTask DisposeAsync() => _orders?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
