using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;

namespace AzurePerf.Simulation.Executions;

/// <summary>Stands for what a worker measures: takes as long and ends as its conduct says, and does with the control account what the real stages do.</summary>
internal sealed class SimulatedStage(
    StageKind kind,
    ConductChoice choice,
    Ledger ledger,
    SimulatedProcess process,
    ResourceStore resources,
    ControlPlane controlPlane,
    WorkerPresence presence,
    TimeProvider time) : IStageExecution
{
    public static IReadOnlyList<StageKind> Kinds { get; } = Enum.GetValues<StageKind>();

    public StageKind Kind => kind;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var entry = EntryOf(execution.Task, context);
        ledger.Begin(entry);
        try
        {
            return await RunAsync(entry, execution, context);
        }
        finally
        {
            ledger.End(entry);
        }
    }

    private async Task<string> RunAsync(Execution entry, CurrentExecution execution, StageContext context)
    {
        var conduct = choice.Next();
        execution.Progress = () => new("measuring", 0, 0);
        await PrepareAsync(execution, context);
        var stopped = await WaitAsync(conduct, execution.Stopping);
        if (conduct.Failure is { } failure && !stopped)
        {
            throw failure;
        }

        if (kind == StageKind.Clean)
        {
            await CleanAsync(execution, context);
        }

        if (kind != StageKind.Measure)
        {
            execution.Stopping.ThrowIfCancellationRequested();
            return "{}";
        }

        if (stopped && !conduct.KeepsPart)
        {
            throw new OperationCanceledException(execution.Stopping);
        }

        var result = await StoreAsync(entry, execution.Task);
        return stopped ? throw new InterruptedMeasurementException { Partial = result } : result;
    }

    private Execution EntryOf(BenchmarkTask task, StageContext context) => new()
    {
        Process = process,
        Task = TaskRow.KeyOf(task),
        Attempt = task.Attempt,
        Nonce = task.Nonce,
        Kind = kind,
        HostId = presence.HostId,
        Target = context.Run.Spec.Target,
        BeganAt = ledger.Now,
    };

    /// <summary>Registers what it makes in its target, before it would make it.</summary>
    private async Task PrepareAsync(CurrentExecution execution, StageContext context)
    {
        if (kind is StageKind.Prepare or StageKind.Measure)
        {
            var name = ResourceNames.ForPoint(context.Run.RunId, execution.Task.Key.Number, execution.Task.Attempt);
            await resources.AddAsync(new(context.Run.RunId, context.Run.Spec.Target, ResourceKind.Container, name), execution.Stopping);
        }
    }

    /// <summary>Lets time pass; true when it was stopped before its end.</summary>
    private async Task<bool> WaitAsync(Conduct conduct, CancellationToken stopping)
    {
        if (conduct.StopsAfter is not { } stopsAfter)
        {
            await Task.Delay(conduct.Duration, time, CancellationToken.None);
            return false;
        }

        try
        {
            await Task.Delay(conduct.Duration, time, stopping);
            return false;
        }
        catch (OperationCanceledException)
        {
            await Task.Delay(stopsAfter, time, CancellationToken.None);
            return true;
        }
    }

    private async Task CleanAsync(CurrentExecution execution, StageContext context)
    {
        var left = context.Run.Spec.Experiment == MaintenanceRun.Experiment
            ? resources.ListAllAsync(execution.Stopping)
            : resources.ListAsync(context.Run.RunId, execution.Stopping);
        foreach (var entry in await left.ToArrayAsync(execution.Stopping))
        {
            await resources.RemoveAsync(entry, execution.Stopping);
        }
    }

    private async Task<string> StoreAsync(Execution entry, BenchmarkTask task)
    {
        var name = MeasureStage.DetailsNameOf(task);
        await controlPlane.Results.PutAsync(name, BinaryData.FromString(entry.Nonce), CancellationToken.None);
        return JsonSerializer.Serialize(
            new MeasureResult { HostId = presence.HostId, Emulator = false, DetailsBlob = name, Summary = InventedSummary.Of(ledger.Now - entry.BeganAt) }, ApiJson.Options);
    }
}
