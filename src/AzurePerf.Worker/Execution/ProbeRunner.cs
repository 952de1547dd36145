using System.Diagnostics;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Execution;

/// <summary>Measures one point: sets it up, warms up, and drives all its clients. Owns clock, concurrency, deadlines, recording and outcome
/// classes.</summary>
internal sealed class ProbeRunner(IOutcomeClassifier classifier, TimeProvider time, IGeneratorWatch watch)
{
    /// <summary>Samples kept of a point at most.</summary>
    public int MostSamples { get; init; } = SampleBuffer.Capacity;

    /// <summary>How long a probe may put right what other points use, from when the execution was told to stop.</summary>
    public TimeSpan RestoreAfterStop { get; init; }

    /// <summary>The same with the outcome classes of another kind of target, and time to put right what is in it.</summary>
    public ProbeRunner With(IOutcomeClassifier other, TimeSpan restoreAfterStop) =>
        new(other, time, watch) { MostSamples = MostSamples, RestoreAfterStop = restoreAfterStop };

    /// <summary>
    /// Performs the point. A failed operation is data. When <paramref name="stop"/> is cancelled during warm-up or measurement, the result
    /// holds what was measured until then, flagged partial, with the operations in flight as cancelled; a probe must end what it does soon
    /// after its token is cancelled.
    /// </summary>
    /// <param name="probe">Any of the shapes; the caller disposes it.</param>
    /// <param name="load">A load that has no <see cref="MeasurementOptions.Faults"/>.</param>
    /// <param name="progress">Watched by others meanwhile.</param>
    /// <param name="stop">Ends the execution early.</param>
    /// <exception cref="OperationCanceledException">Stopped during set-up: nothing was measured.</exception>
    /// <exception cref="ExecutionEndedException">A result that was looked at when all clients had ended is wrong.</exception>
    /// <exception cref="Exception">Whatever the set-up threw: the point cannot be measured.</exception>
    public Task<Measurement> RunAsync(IProbeSetup probe, MeasurementOptions load, RunnerProgress progress, CancellationToken stop) =>
        RunAsync(probe, load, ClientShare.All(load.Clients), seed: 0, progress, barrier: null, stop);

    /// <summary>Performs the part of the point that one member of a gang has.</summary>
    /// <param name="probe">Any of the shapes; the caller disposes it.</param>
    /// <param name="load">The load of the whole point.</param>
    /// <param name="share">The clients of it that this execution runs; they keep their numbers.</param>
    /// <param name="seed">Of everything random in the load: the same for all members.</param>
    /// <param name="progress">Watched by others meanwhile.</param>
    /// <param name="barrier">Where the members meet; null for an execution that is alone.</param>
    /// <param name="stop">Ends the execution early.</param>
    public async Task<Measurement> RunAsync(
        IProbeSetup probe, MeasurementOptions load, ClientShare share, ulong seed, RunnerProgress progress, IStartBarrier? barrier,
        CancellationToken stop)
    {
        using var late = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        using var stopped = stop.Register(() => late.CancelAfter(RestoreAfterStop));
        var clock = new MeasurementClock(time);
        progress.Enter(RunnerPhase.SetUp, []);
        using (var apart = new ApartStop(stop))
        {
            await probe.PreparePointAsync(apart.Token);
        }

        var setUpNanoseconds = clock.Nanoseconds();
        if (load.RestSecondsBefore > 0)
        {
            await Task.Delay(TimeSpan.FromSeconds(load.RestSecondsBefore), time, stop);
        }

        if (barrier is not null)
        {
            progress.Enter(RunnerPhase.Barrier, []);
            await barrier.PreparedAsync(stop);
        }

        Activity.Current = null; // what is measured belongs to no span: the clients would write its trace into each request
        var context = new LoadContext(clock, time, classifier, probe.Mutates, stop)
        {
            Typed = probe.OperationTypes.Count > 0 ? probe : null,
            MostSamples = MostSamples,
        };
        if (probe is IValueProbe values)
        {
            return await MeasureValuesAsync(values, share, setUpNanoseconds, progress, barrier, context, late.Token);
        }

        await using var session = new LoadSession(load, share, seed, context, inner => ClientLoops.For(probe, inner, load.IsOpenLoop));
        using var window = watch.Prepare(clock, probe, share);
        var environment = await session.RunAsync(progress, barrier, window);
        await EndAsync(probe, barrier, clock, stop);
        var followUpFailures = await FinishAsync(probe, late.Token, stop);
        return MeasurementCollector.Read(
            session, probe, load, setUpNanoseconds, environment, OnWallClock(session.OpenedNanoseconds, clock), followUpFailures);
    }

    private async Task<Measurement> MeasureValuesAsync(
        IValueProbe probe, ClientShare share, long setUpNanoseconds, RunnerProgress progress, IStartBarrier? barrier, LoadContext context,
        CancellationToken late)
    {
        var measurement = new ValueMeasurement(probe, context);
        using var window = watch.Prepare(context.Clock, probe, share);
        var environment = await measurement.RunAsync(progress, barrier, window);
        await EndAsync(probe, barrier, context.Clock, context.Stop);
        var failures = await FinishAsync(probe, late, context.Stop);
        var opened = measurement.OpenedNanoseconds;
        return new(measurement.Read(setUpNanoseconds, environment, failures), LatencyLog: null, opened, OnWallClock(opened, context.Clock));
    }

    /// <summary>Also where a member did not end in time the probe goes on: what others than the gang use must be put right.</summary>
    private static async Task EndAsync(IProbeSetup probe, IStartBarrier? barrier, MeasurementClock clock, CancellationToken stop)
    {
        if (barrier is null)
        {
            return;
        }

        await barrier.EndedAsync(clock, stop);
        if (probe.LoadsTargetAfterwards)
        {
            await barrier.EverybodyHasEndedAsync(stop);
        }
    }

    private static async Task<IReadOnlyList<FollowUpFailure>> FinishAsync(
        IProbeSetup probe, CancellationToken late, CancellationToken stop)
    {
        var restored = await probe.RestoreAsync(late);
        try
        {
            return [.. restored, .. await probe.FinishAsync(stop)];
        }
        catch (CorruptDataException wrong)
        {
            // Taken for a read that failed, the point would be measured again until the check passes.
            throw new ExecutionEndedException(FailureCause.WrongResult, wrong.Message, wrong);
        }
    }

    /// <summary>The only instant of a point on the wall clock; latencies and instants within the point are those of the monotonic
    /// one.</summary>
    private DateTimeOffset OnWallClock(long nanoseconds, MeasurementClock clock) =>
        time.GetUtcNow().AddTicks((nanoseconds - clock.Nanoseconds()) / TimeSpan.NanosecondsPerTick);
}

/// <summary>The one place that tells the shapes of probes apart.</summary>
internal static class ClientLoops
{
    /// <exception cref="NotSupportedException">An open loop is asked for, and an operation of the probe would keep a thread.</exception>
    public static IClientLoop For(IProbeSetup probe, LoadContext context, bool isOpenLoop) => probe switch
    {
        not IProbe when isOpenLoop => throw new NotSupportedException(
            $"{probe.GetType().Name} blocks or moves streams: it has no open loop, because each operation under way would need a thread; "
                + $"set arrivals to closed"),
        IProbe asynchronous => new AsyncClientLoop(asynchronous, context),
        IBlockingProbe blocking => new BlockingClientLoop(blocking, context),
        IStreamProbe stream => new StreamClientLoop(stream, context),
        _ => throw new ArgumentException($"{probe.GetType().Name} is none of the shapes of a probe", nameof(probe)),
    };
}
