using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Execution.Calibration;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Peers;

namespace AzurePerf.Worker.Stages;

/// <summary>Measures one point and stores what it measured beside the row: histograms, samples and per-client figures.</summary>
internal sealed partial class MeasureStage(
    ProbeCatalog probes,
    ProbeRunner runner,
    GeneratorCalibration calibration,
    GangMeetings meetings,
    PeerAnswering answering,
    ResourceStore resources,
    MeasurementFiles files,
    StorageAccounts accounts,
    WorkerPresence presence,
    TargetWatching watching,
    WorkerOptions settings,
    ILogger<MeasureStage> logger) : IStageExecution
{
    public StageKind Kind => StageKind.Measure;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var selection = SelectionOf(execution.Task, context);
        if (context.Experiment.Target?.AnsweringMember == execution.Task.Order.Member)
        {
            await answering.RunAsync(execution, selection.Options);
            return JsonSerializer.Serialize(ResultOf(context) with { Answered = true }, ApiJson.Options);
        }

        var measurement = await MeasureAsync(execution, context, selection);

        // What follows waits for the control account, as long as that takes: a worker that must stop need not end for it.
        execution.IsOver = true;
        var name = DetailsNameOf(execution.Task);

        // Also what a stopped execution measured is stored: the token that stopped it is not asked.
        var hash = await files.PutAsync(name, measurement.Details, measurement.LatencyLog, CancellationToken.None);
        var result = JsonSerializer.Serialize(
            ResultOf(context) with { Summary = Flagged(measurement.Summary, context), DetailsBlob = name, DetailsHash = hash },
            ApiJson.Options);

        // A client that gave up also leaves a part only, but nothing interrupted it: that part is the result.
        return execution.Stopping.IsCancellationRequested && measurement.Summary.Flags.Contains(PointFlag.Partial)
            ? throw new InterruptedMeasurementException { Partial = result }
            : result;
    }

    /// <summary>Name of the blob with the details of one execution: the attempt is part of it, so that a late loser cannot overwrite the winner's.</summary>
    internal static string DetailsNameOf(BenchmarkTask task) => string.Create(
        CultureInfo.InvariantCulture,
        $"{task.Key.RunId}/{task.Key.Stage.Number:D2}/{task.Key.Number:D8}/{task.Attempt}/details.json.gz");

    private MeasureResult ResultOf(StageContext context) => new()
    {
        HostId = presence.HostId,
        Build = presence.Build,
        Sdk = ClientLibraries.Versions,
        Sku = presence.Sku,
        Emulator = IsEmulator(context),
    };

    private static ProbeSelection SelectionOf(BenchmarkTask task, StageContext context)
    {
        var order = task.Order;
        if (order.Levels is null || order.Point is null)
        {
            throw new BadTaskException($"task {task.Key} names no point");
        }

        var selection = context.Experiment.SelectProbe(BindOrRefuse(context, order));
        var fits = context.Experiment.Target?.Workers is { } each ? order.Members == each : order.Members <= selection.Options.Clients;
        return order.Member >= 0 && order.Member < order.Members && fits
            ? selection with { Options = selection.Options with { MostOperations = order.MostOperations, MostBytes = order.MostBytes } }
            : throw new BadTaskException($"task {task.Key} is for member {order.Member} of {order.Members}, and the point has {selection.Options.Clients} clients");
    }

    private async Task<Measurement> MeasureAsync(CurrentExecution execution, StageContext context, ProbeSelection selection)
    {
        var order = execution.Task.Order;
        var point = order.Point!.Value;
        await calibration.RefreshAsync(context.Run.RunId, execution.Stopping);
        var progress = ProgressOf(execution);
        using var target = OpenTarget(context, selection.Options);
        using var watch = target is null ? null : watching.Watch(execution, context.Run, target);
        var own = new RunResources(resources, context.Run.RunId, context.Run.Spec.Target);
        var meeting = meetings.For(execution.Task);
        var peer = context.Experiment.Target?.AnsweringMember is not null ? await answering.AccessOfAsync(execution.Task, meeting!, execution.Stopping) : null;
        await using var probe = probes.Create(selection, ScopeOf(execution.Task, context, target, own, point) with { Peer = peer });
        var share = peer is null ? ClientShare.Of(selection.Options.Clients, order.Member, order.Members) : ClientShare.All(selection.Options.Clients);
        var measurement = await runner.RunAsync(probe, selection.Options, share, SeedOf(context, point), progress, meeting, execution.Stopping);
        calibration.Check(measurement.Summary);
        if (target is not null && (meeting is null || (order.Member == 0 && await meeting.EverybodyHasEndedAsync(execution.Stopping))))
        {
            await DropAsync(probe, own, new(target), execution);
        }

        return measurement with
        {
            Summary = peer is { ThroughProxy: true }
                ? measurement.Summary with { Flags = [.. measurement.Summary.Flags, PointFlag.ThroughProxy] }
                : measurement.Summary,
            Details = measurement.Details with
            {
                Origin = OriginOf(execution.Task, context, target?.ClientSettings, measurement.OpenedAt),
                Timing = meeting?.TimingOf(measurement.OpenedNanoseconds),
                Environment = measurement.Details.Environment with { Sdk = ClientLibraries.Versions, Sku = presence.Sku },
            },
        };
    }

    private MeasurementOrigin OriginOf(BenchmarkTask task, StageContext context, ClientSettings? clients, DateTimeOffset openedAt) => new()
    {
        RunId = context.Run.RunId,
        PlanHash = context.Run.PlanHash,
        Experiment = context.Run.Spec.Experiment,
        Scale = context.Run.Spec.Scale,
        Seed = context.Run.Spec.Seed,
        Point = task.Order.Point!.Value,
        Repetition = task.Order.Repetition ?? 0,
        Attempt = task.Attempt,
        Levels = task.Order.Levels!,
        Parameters = context.Run.Spec.Parameters,
        Target = context.Run.Spec.Target,
        Emulator = IsEmulator(context),
        Tags = context.Run.Spec.Tags,
        WorkerId = presence.WorkerId,
        HostId = presence.HostId,
        Build = presence.Build,
        OpenedAt = openedAt,
        Clients = clients,
    };

    /// <summary>Drops the point's own data, so that a run never keeps more in its target than one point needs. Its failure costs no result.</summary>
    private async Task DropAsync(IProbeSetup probe, RunResources own, ResourceRemoval removal, CurrentExecution execution)
    {
        try
        {
            await probe.RemovePointAsync(execution.Stopping);
            await own.RemoveAllAsync(removal, execution.Stopping);
        }
        catch (Exception exception) when (StorageFailure.Matches(exception) || exception is OperationCanceledException)
        {
            LogKept(execution.Task.Key, FailureText.Of(exception));
        }
    }

    /// <summary>The same for all members and attempts of a point, another for each point.</summary>
    private static ulong SeedOf(StageContext context, int point) => StableHash.Of(context.Run.Spec.Seed, point);

    private static MeasurementOptions BindOrRefuse(StageContext context, TaskOrder order)
    {
        try
        {
            return RunPlanner.Bind(context.Experiment, context.Run.Spec, order.Levels!);
        }
        catch (JsonException exception)
        {
            throw new BadTaskException($"point {order.Point} has levels that {context.Experiment.Id} does not take: {exception.Message}", exception);
        }
    }

    private ProbeScope ScopeOf(BenchmarkTask task, StageContext context, StorageTarget? target, RunResources own, int point) => new()
    {
        Target = target,
        DiskDirectory = settings.DiskDirectory,
        Register = own,
        DatasetName = task.Order.Dataset is { } dataset ? ResourceNames.ForDataset(context.Run.RunId, dataset, task.Order.PreparedAttempt) : null,
        PointName = ResourceNames.ForPoint(context.Run.RunId, point, task.Attempt),
        PointMark = ResourceNames.MarkOfPoint(point, task.Attempt),
        Seed = context.Run.Spec.Seed,
        MakesResources = task.Order.Member == 0,
    };

    /// <summary>Null where the worker's own machine is measured.</summary>
    private static StorageTarget? OpenTarget(StageContext context, MeasurementOptions load) => context.Experiment.Target?.OnlyTarget is not null
        ? null
        : StorageTarget.Open(context.Target, load.Clients, load.LanesPerClient, TimeSpan.FromSeconds(load.OperationTimeoutSeconds));

    private static bool IsEmulator(StageContext context) => context.Account is { IsEmulator: true };

    private PointSummary Flagged(PointSummary summary, StageContext context) => context.Account is not null && accounts.SharesControlAccount(context.Run.Spec.Target)
        ? summary with { Flags = [.. summary.Flags, PointFlag.SameAccount] }
        : summary;

    /// <summary>
    /// What the runner tells and the heartbeat reads. The limit of a measurement counts from its first operation: the first heartbeat that finds it measuring
    /// comes up to a whole interval later.
    /// </summary>
    internal static RunnerProgress ProgressOf(CurrentExecution execution)
    {
        var progress = new RunnerProgress
        {
            PhaseChanged = phase =>
            {
                if (phase == RunnerPhase.Measuring)
                {
                    execution.NoteMeasuring();
                }
            },
        };
        execution.Progress = () => Describe(progress.Read());
        return progress;
    }

    private static ExecutionProgress Describe(ProgressReading reading) => new(
        reading.Phase switch
        {
            RunnerPhase.SetUp => "setUp",
            RunnerPhase.WarmUp => "warmUp",
            RunnerPhase.Barrier => "barrier",
            RunnerPhase.Measuring => "measuring",
            _ => "storing",
        },
        reading.OperationsDone,
        reading.OperationsPlanned);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The data of task {Task} could not be dropped yet, the clean stage will: {Reason}")]
    private partial void LogKept(TaskKey task, string reason);
}
