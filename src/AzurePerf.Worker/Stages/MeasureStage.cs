using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Execution.Calibration;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Peers;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>Measures one point and stores what it measured beside the row: histograms, samples and per-client figures.</summary>
internal sealed class MeasureStage(
    ProbeCatalog probes,
    ProbeRunner runner,
    GeneratorCalibration calibration,
    StartBarrierFactory meetings,
    PeerAnswering answering,
    ResourceStore resources,
    MeasurementUpload upload,
    WorkerPresence presence,
    TargetSilenceMonitor watching,
    PointDrop drop) : IStageExecution
{
    public string Work => StageWork.Measure;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var selection = SelectionOf(execution.Task, context);
        if (context.Target.Kind.AnsweringMember == execution.Task.Order.Member)
        {
            await answering.RunAsync(execution, selection.Options);
            return MeasureResultText.Write(ResultOf(context) with { Answered = true }, execution.Task.Order.Members);
        }

        var measurement = await MeasureAsync(execution, context, selection);

        // What follows waits for the control account, as long as that takes: a worker that must stop need not end for it.
        execution.IsOver = true;
        var name = DetailsNameOf(execution.Task);

        var hash = await upload.StoreAsync(name, measurement, execution.Stopping);
        var point = measurement.Result;
        var result = MeasureResultText.Write(
            ResultOf(context) with { Result = point, DetailsBlob = name, DetailsHash = hash }, execution.Task.Order.Members);

        // A client that gave up or reached the operator's limit also leaves a part only, but nothing interrupted it: that part is the
        // result.
        return execution.Stopping.IsCancellationRequested && measurement.Details.WasInterrupted
            ? throw new InterruptedMeasurementException { Partial = result }
            : result;
    }

    /// <summary>Name of the blob with the details of one execution: the attempt is part of it, so that a late loser cannot overwrite the
    /// winner's.</summary>
    internal static string DetailsNameOf(BenchmarkTask task) => string.Create(
        CultureInfo.InvariantCulture,
        $"{task.Key.RunId}/{task.Key.Stage.Number:D2}/{task.Key.Number:D8}/{task.Attempt}/details.json.gz");

    private MeasureResult ResultOf(StageContext context) => new()
    {
        HostId = presence.HostId,
        Build = presence.Build,
        Sdk = context.Target.Libraries,
        Sku = presence.Sku,
        Emulator = context.Target.IsEmulator,
    };

    private static ProbeSelection SelectionOf(BenchmarkTask task, StageContext context)
    {
        var order = task.Order;
        if (order.Levels is null || order.Point is null)
        {
            throw new BadTaskException($"task {task.Key} names no point");
        }

        var selection = context.Experiment.SelectProbe(BindOrRefuse(context, order));
        var fits = context.Target.Kind.Workers is { } each ? order.Members == each : order.Members <= selection.Options.Clients;
        return order.Member >= 0 && order.Member < order.Members && fits
            ? selection with { Options = selection.Options with { MostOperations = order.MostOperations, MostBytes = order.MostBytes } }
            : throw new BadTaskException(
                $"task {task.Key} is for member {order.Member} of {order.Members}, and the point has {selection.Options.Clients} clients");
    }

    private async Task<Measurement> MeasureAsync(CurrentExecution execution, StageContext context, ProbeSelection selection)
    {
        var order = execution.Task.Order;
        var point = order.Point!.Value;
        await calibration.RefreshAsync(context.Run.RunId, execution.Stopping);
        var progress = execution.Watch();
        var own = new RunResources(resources, context.Run.RunId, context.Run.Spec.Target);
        var meeting = meetings.For(execution.Task);
        var peer = context.Target.Kind.AnsweringMember is not null
            ? await answering.AccessOfAsync(execution.Task, meeting!, execution.Stopping)
            : null;
        using var target = context.Target.Open(TargetOpening.ForLoad(selection.Options) with { Answering = peer });
        using var watch = watching.Watch(execution, context.Run, target);
        var share = peer is null
            ? ClientShare.Of(selection.Options.Clients, order.Member, order.Members)
            : ClientShare.All(selection.Options.Clients);
        var scope = ScopeOf(execution.Task, context, target, own, point) with { OwnClients = share.Count };
        await using var probe = probes.Create(selection, scope);
        Measurement measurement;
        try
        {
            measurement = await runner.With(context.Target.Outcomes, drop.TimeAfterStop)
                .RunAsync(probe, selection.Options, share, SeedOf(context, point), progress, meeting, execution.Stopping);
        }
        catch when (target.KeepsResources && meeting is null)
        {
            await drop.OfFailedAsync(own, target, execution);
            throw;
        }

        if (measurement.Details.HasOperations)
        {
            calibration.Check(measurement.Summary);
        }

        if (target.KeepsResources && (meeting is null || (order.Member == 0 && await meeting.EverybodyHasEndedAsync(execution.Stopping))))
        {
            await drop.OfMeasuredAsync(probe, own, target, context.Target.Outcomes, execution);
        }

        return measurement with
        {
            Details = measurement.Details with
            {
                TargetFlags = [.. target.Flags, .. context.Target.Flags],
                ProbeNotes = [.. measurement.Details.ProbeNotes, .. target.Notes],
                Origin = OriginOf(execution.Task, context, target.ClientSettings, measurement.OpenedAt) with
                {
                    Service = target.ServiceSettings,
                },
                Timing = meeting?.TimingOf(measurement.OpenedNanoseconds),
                Environment = measurement.Details.Environment with { Sdk = context.Target.Libraries, Sku = presence.Sku },
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
        Emulator = context.Target.IsEmulator,
        Tags = context.Run.Spec.Tags,
        WorkerId = presence.WorkerId,
        HostId = presence.HostId,
        Build = presence.Build,
        OpenedAt = openedAt,
        Clients = clients,
    };

    /// <summary>The same for all members and attempts of a point, another for each point.</summary>
    private static ulong SeedOf(StageContext context, int point) => StableHash.Of(context.Run.Spec.Seed, point);

    private static MeasurementOptions BindOrRefuse(StageContext context, TaskOrder order)
    {
        try
        {
            return RunPlanner.Bind(context.Experiment, context.Run.Spec, order.Levels!);
        }
        catch (InvalidDataException exception)
        {
            throw new BadTaskException(
                $"point {order.Point} has levels that {context.Experiment.Id} does not take: {exception.Message}", exception);
        }
    }

    private static ProbeScope ScopeOf(BenchmarkTask task, StageContext context, IOpenTarget target, RunResources own, int point) => new()
    {
        Target = target,
        Register = own,
        DatasetName = task.Order.Dataset is { } dataset
            ? ResourceNames.ForDataset(context.Run.RunId, dataset, task.Order.PreparedAttempt)
            : null,
        PointName = ResourceNames.ForPoint(context.Run.RunId, point, task.Attempt),
        PointMark = ResourceNames.MarkOfPoint(point, task.Attempt),
        Seed = context.Run.Spec.Seed,
        MakesResources = task.Order.Member == 0,
    };
}
