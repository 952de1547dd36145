using System.Text.Json;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;

namespace AzurePerf.Simulation.Executions;

/// <summary>Stands for what a worker measures: takes as long and ends as its conduct says, and does with the control account what the real stages do.</summary>
internal sealed class SimulatedStage(
    string work,
    StageKind kind,
    ConductChoice choice,
    Ledger ledger,
    SimulatedProcess process,
    ResourceStore resources,
    ControlPlane controlPlane,
    StartBarrierFactory meetings,
    WorkerPresence presence,
    TimeProvider time) : IStageExecution
{
    public static IReadOnlyList<(string Work, StageKind Kind)> Works { get; } =
    [
        (StageWork.Prepare, StageKind.Prepare), (StageWork.Measure, StageKind.Measure), (StageWork.Clean, StageKind.Clean), (SelftestBagOptions.Definition.Id, StageKind.Bag),
        .. new SamplePipeline().Stages().Select(stage => (stage.Work, StageKind.Bag)),
    ];

    public string Work => work;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var entry = EntryOf(execution.Task, execution.Message.Id, context);
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
        var conduct = choice.Next(kind);
        await PrepareAsync(execution, context);
        var meeting = kind == StageKind.Measure ? meetings.For(execution.Task) : null;
        var clock = new MeasurementClock(time);
        if (meeting is not null)
        {
            await MeetAsync(entry, meeting, clock, execution.Stopping);
        }

        execution.Progress = () => new("measuring", 0, 0);
        if (kind == StageKind.Measure)
        {
            execution.NoteMeasuring();
        }

        var opened = clock.Nanoseconds();
        var stopped = await WaitAsync(conduct, execution.Stopping);
        execution.NoteMeasured();
        await PartAsync(meeting, clock, execution);
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
            return ProductOf(execution.Task, context);
        }

        if (stopped && !conduct.KeepsPart)
        {
            throw new OperationCanceledException(execution.Stopping);
        }

        var result = await StoreAsync(entry, execution.Task, meeting?.TimingOf(opened), conduct.BeyondRow);
        return stopped ? throw new InterruptedMeasurementException { Partial = result } : result;
    }

    /// <summary>What the real runner does with the other members before it measures.</summary>
    private async Task MeetAsync(Execution entry, GangStartBarrier meeting, MeasurementClock clock, CancellationToken stopping)
    {
        await meeting.PreparedAsync(stopping);
        var start = await meeting.AgreeOnStartAsync(clock, stopping);
        var ahead = TimeSpan.FromTicks((start - clock.Nanoseconds()) / TimeSpan.NanosecondsPerTick);
        entry.AgreedStart = ledger.Now + ahead;
        entry.ClockBound = TimeSpan.FromTicks((meeting.TimingOf(0)!.Before.BoundNanoseconds / TimeSpan.NanosecondsPerTick) + 1);
        await new StartInstant(start, clock, time).ApproachAsync(stopping);
    }

    /// <summary>What the real runner does with the other members after it has measured.</summary>
    private static async Task PartAsync(GangStartBarrier? meeting, MeasurementClock clock, CurrentExecution execution)
    {
        if (meeting is null)
        {
            return;
        }

        await meeting.EndedAsync(clock, execution.Stopping);
        await meeting.EverybodyHasEndedAsync(execution.Stopping);
    }

    private Execution EntryOf(BenchmarkTask task, string messageId, StageContext context) => new()
    {
        Process = process,
        Task = TaskRow.KeyOf(task),
        Attempt = task.Attempt,
        Point = kind == StageKind.Measure && task.Order.Point is { } point ? TaskRow.PointOf(task.Key.RunId, point) : "",
        Nonce = task.Nonce,
        MessageId = messageId,
        Kind = kind,
        HostId = presence.HostId,
        Target = context.Run.Spec.Target,
        BeganAt = ledger.Now,
        HoldsKeys = context.Place is not null,
    };

    /// <summary>Registers what it makes in its target, before it would make it.</summary>
    private async Task PrepareAsync(CurrentExecution execution, StageContext context)
    {
        if (kind != StageKind.Clean && context.Plan.TouchesTarget)
        {
            var name = ResourceNames.ForPoint(context.Run.RunId, execution.Task.Key.Number, execution.Task.Attempt);
            await resources.AddAsync(new(context.Run.RunId, context.Run.Spec.Target, StorageResource.Container, name), execution.Stopping);
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
        foreach (var entry in await left.Select(entry => entry.Value!).ToArrayAsync(execution.Stopping))
        {
            await resources.RemoveAsync(entry, execution.Stopping);
        }
    }

    private static string ProductOf(BenchmarkTask task, StageContext context) => context.Definition?.Id == SamplePipeline.Id
        ? ((SamplePipeline)RunPlanner.BindStages(context.Definition, context.Run.Spec)).ProductOf(context.Plan.Name, task.Key.Number, context.Order)
        : "{}";

    private async Task<string> StoreAsync(Execution entry, BenchmarkTask task, MemberTiming? timing, int? beyondRow)
    {
        var name = MeasureStage.DetailsNameOf(task);
        await controlPlane.Results.PutAsync(name, InventedDetails.Of(entry.Nonce, timing), CancellationToken.None);
        var result = InventedSummary.Of(ledger.Now - entry.BeganAt);
        if (beyondRow is not { } beyond)
        {
            return TextOf(result);
        }

        var without = TextOf(result with { Notes = [""] }).Length;
        return TextOf(result with { Notes = [new('x', TaskResult.MostCharacters(task.Order.Members) + beyond - without)] });

        string TextOf(PointResult figures) =>
            JsonSerializer.Serialize(new MeasureResult { HostId = presence.HostId, Emulator = false, DetailsBlob = name, Result = figures }, ApiJson.Options);
    }
}
