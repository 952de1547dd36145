using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.Worker.Execution;

/// <summary>All clients of one execution, from their warm-up to their last operation. Everything that a measurement needs is made by the
/// constructor.</summary>
internal sealed class LoadSession : IAsyncDisposable
{
    private readonly LoadContext _context;
    private readonly CancellationTokenSource _broken;
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly LoadClient[] _clients;
    private readonly LoadLane[] _lanes;
    private readonly ArrivalPacer? _pacer;
    private readonly PhasePlan _warmUp;
    private readonly PhasePlan _measured;
    private readonly DeadlineWatchdog? _watchdog;
    private long? _warmUpEndedNanoseconds;

    /// <param name="load">The load of the whole point.</param>
    /// <param name="share">The clients of it that this execution runs.</param>
    /// <param name="seed">Of the point's arrivals.</param>
    /// <param name="context">What the execution shares.</param>
    /// <param name="loopOf">Makes the loop that drives the probe in the session's own context.</param>
    public LoadSession(MeasurementOptions load, ClientShare share, ulong seed, LoadContext context, Func<LoadContext, IClientLoop> loopOf)
    {
        _broken = CancellationTokenSource.CreateLinkedTokenSource(context.Stop);
        _context = context with { Stop = _broken.Token };
        _warmUp = new(share.Count, load, warmUp: true, _context);
        _measured = new(share.Count, load, warmUp: false, _context);
        var samples = new SampleBuffer(load.Clients, share.Count, _measured.Limits.Operations, _context.MostSamples);
        var loop = loopOf(_context);
        ArrivalQueue[] arrivals = load.IsOpenLoop
            ? [.. Enumerable.Range(share.First, share.Count).Select(client => ArrivalsOf(load, client, seed))]
            : [];
        _pacer = load.IsOpenLoop ? new(arrivals, _measured, context.Time) : null;
        _lanes = [.. Enumerable.Range(0, share.Count * load.LanesPerClient).Select(number => LaneOf(number))];
        _clients = [.. _lanes.Chunk(load.LanesPerClient)
            .Select((lanes, place) => new LoadClient(lanes, arrivals.ElementAtOrDefault(place), samples.ForClient(place)))];
        _watchdog = load.NeverTimesOut
            ? null
            : new(
                [.. _lanes.Select(lane => lane.Deadline)],
                TimeSpan.FromSeconds(load.OperationTimeoutSeconds),
                context.Clock,
                context.Time);

        LoadLane LaneOf(int number)
        {
            var (place, lane) = Math.DivRem(number, load.LanesPerClient);
            return new(
                new(share.First + place, lane, load.LanesPerClient, number), _warmUp, _measured, loop, samples.ForClient(place),
                arrivals.ElementAtOrDefault(place));
        }
    }

    public IReadOnlyList<LoadClient> Clients => _clients;

    public FailureLog Failures => _measured.Failures;

    public LatencyTimeline Latencies => _measured.Latencies;

    public OperationTimeline Counts => _measured.Counts;

    /// <summary>The operations by their types; null where the probe declares none.</summary>
    public OperationTypeLog? Types => _measured.Types;

    /// <summary>When the clients were let go to measure, on the clock of the execution.</summary>
    public long OpenedNanoseconds => _measured.OpenedNanoseconds;

    public long WarmUpNanoseconds => (_warmUpEndedNanoseconds ?? _measured.OpenedNanoseconds) - _warmUp.OpenedNanoseconds;

    /// <summary>How precisely the median is known, after all clients have ended; null where nobody asked.</summary>
    public PrecisionSummary? ReadPrecision() => _measured.Precision?.Read();

    /// <summary>What an open loop observed, after all clients have ended; null in a closed one.</summary>
    public OpenLoopObservations? ReadOpenLoop() => _measured.OpenLoop?.Read();

    /// <summary>Runs all clients to their end and returns what the process did in the measured window. Throws only if the harness itself
    /// breaks.</summary>
    /// <param name="progress">Told of each phase.</param>
    /// <param name="barrier">Where a common start is agreed; null to start as soon as all are warm.</param>
    /// <param name="window">Watches the process meanwhile.</param>
    public async Task<MeasurementEnvironment> RunAsync(RunnerProgress progress, IStartBarrier? barrier, IWatchedWindow window)
    {
        var running = Task.WhenAll(_lanes.Select(RunLaneAsync).ToArray());
        var pacing = _pacer?.RunAsync(_opened.Task) ?? Task.CompletedTask;
        MeasurementEnvironment environment;
        try
        {
            environment = await OpenPhasesAsync(running, progress, barrier, window);
        }
        finally
        {
            // When a client broke down, the others still have to leave before what they use is disposed.
            await _broken.CancelAsync();
            _warmUp.Gate.Open();
            _measured.Gate.Open();
            _opened.TrySetResult();
            await Task.WhenAny(running);
            await Task.WhenAny(pacing);
        }

        await pacing;
        return environment;
    }

    public async ValueTask DisposeAsync()
    {
        if (_watchdog is not null)
        {
            await _watchdog.DisposeAsync();
        }

        Array.ForEach(_lanes, lane => lane.Dispose());
        _broken.Dispose();
    }

    private async Task<MeasurementEnvironment> OpenPhasesAsync(
        Task running, RunnerProgress progress, IStartBarrier? barrier, IWatchedWindow window)
    {
        await _warmUp.Gate.AllArrived;
        progress.Enter(RunnerPhase.WarmUp, [.. _lanes.Select(lane => lane.WarmUp)]);
        _warmUp.Open();

        ClientPhase[] measuring = [.. _lanes.Select(lane => lane.Measured)];
        await _measured.Gate.AllArrived;
        window.Calibrate();
        var start = barrier is null ? null : await AgreeOnStartAsync(barrier, progress);
        window.Collect();
        if (start is not null)
        {
            await start.ApproachAsync(_context.Stop);
        }

        window.Open();
        progress.Enter(RunnerPhase.Measuring, measuring);
        start?.Spin(_context.Stop);
        _measured.Open();
        _opened.TrySetResult();
        await running;
        progress.Enter(RunnerPhase.Ended, measuring);
        return window.Close();
    }

    private async Task<StartInstant> AgreeOnStartAsync(IStartBarrier barrier, RunnerProgress progress)
    {
        _warmUpEndedNanoseconds = _context.Clock.Nanoseconds();
        progress.Enter(RunnerPhase.Barrier, []);
        return new(await barrier.AgreeOnStartAsync(_context.Clock, _context.Stop), _context.Clock, _context.Time);
    }

    private static ArrivalQueue ArrivalsOf(MeasurementOptions load, int client, ulong seed) => new(
        () => new(load.Arrivals, load.OperationsPerSecond, client, load.Clients, seed), load.LanesPerClient,
        ClientLimits.OfMeasurement(load).Operations);

    private async Task RunLaneAsync(LoadLane lane)
    {
        try
        {
            await lane.RunAsync();
        }
        catch (Exception exception)
        {
            _warmUp.Gate.Break(exception);
            _measured.Gate.Break(exception);
            await _broken.CancelAsync();
            throw;
        }
    }
}
