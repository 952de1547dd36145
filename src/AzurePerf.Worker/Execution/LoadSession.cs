using AzurePerf.Core.Experiments;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>All clients of one execution, from their warm-up to their last operation. Everything that a measurement needs is made by the constructor.</summary>
internal sealed class LoadSession : IAsyncDisposable
{
    private readonly LoadContext _context;
    private readonly CancellationTokenSource _broken;
    private readonly LoadClient[] _clients;
    private readonly PhasePlan _warmUp;
    private readonly PhasePlan _measured;
    private readonly DeadlineWatchdog _watchdog;
    private long? _warmUpEndedNanoseconds;

    /// <param name="load">The load of the whole point.</param>
    /// <param name="share">The clients of it that this execution runs.</param>
    /// <param name="context">What the execution shares.</param>
    /// <param name="loopOf">Makes the loop that drives the probe in the session's own context.</param>
    public LoadSession(MeasurementOptions load, ClientShare share, LoadContext context, Func<LoadContext, IClientLoop> loopOf)
    {
        _broken = CancellationTokenSource.CreateLinkedTokenSource(context.Stop);
        _context = context with { Stop = _broken.Token };
        _warmUp = new(share.Count, warmUp: true, ClientLimits.OfWarmUp(load), _context);
        _measured = new(share.Count, warmUp: false, ClientLimits.OfMeasurement(load), _context);
        var samples = new SampleBuffer(load.Clients, share.Count, _measured.Limits.Operations);
        var loop = loopOf(_context);
        _clients = [.. Enumerable.Range(0, share.Count).Select(place => new LoadClient(share.First + place, place, _warmUp, _measured, loop, samples.ForClient(place)))];
        _watchdog = new(
            [.. _clients.Select(client => client.Deadline)],
            TimeSpan.FromSeconds(load.OperationTimeoutSeconds),
            context.Clock,
            context.Time);
    }

    public IReadOnlyList<LoadClient> Clients => _clients;

    public FailureLog Failures => _measured.Failures;

    public LatencySeries Latencies => _measured.Latencies;

    public OperationSeries Counts => _measured.Counts;

    /// <summary>When the clients were let go to measure, on the clock of the execution.</summary>
    public long OpenedNanoseconds => _measured.OpenedNanoseconds;

    public long WarmUpNanoseconds => (_warmUpEndedNanoseconds ?? _measured.OpenedNanoseconds) - _warmUp.OpenedNanoseconds;

    /// <summary>Runs all clients to their end and returns what the process did in the measured window. Throws only if the harness itself breaks.</summary>
    /// <param name="progress">Told of each phase.</param>
    /// <param name="rendezvous">Where a common start is agreed; null to start as soon as all are warm.</param>
    /// <param name="window">Watches the process meanwhile.</param>
    public async Task<MeasurementEnvironment> RunAsync(RunnerProgress progress, IRendezvous? rendezvous, IWatchedWindow window)
    {
        var running = Task.WhenAll(_clients.Select(RunClientAsync).ToArray());
        try
        {
            return await OpenPhasesAsync(running, progress, rendezvous, window);
        }
        finally
        {
            // When a client broke down, the others still have to leave before what they use is disposed.
            await _broken.CancelAsync();
            _warmUp.Gate.Open();
            _measured.Gate.Open();
            await Task.WhenAny(running);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _watchdog.DisposeAsync();
        Array.ForEach(_clients, client => client.Dispose());
        _broken.Dispose();
    }

    private async Task<MeasurementEnvironment> OpenPhasesAsync(Task running, RunnerProgress progress, IRendezvous? rendezvous, IWatchedWindow window)
    {
        await _warmUp.Gate.AllArrived;
        progress.Enter(RunnerPhase.WarmUp, [.. _clients.Select(client => client.WarmUp)]);
        _warmUp.Open();

        ClientPhase[] measuring = [.. _clients.Select(client => client.Measured)];
        await _measured.Gate.AllArrived;
        var start = rendezvous is null ? null : await AgreeOnStartAsync(rendezvous, progress);

        // What set-up and warm-up left behind is collected and finalised now, not in the middle of the measurement.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        if (start is not null)
        {
            await start.ApproachAsync(_context.Stop);
        }

        window.Open();
        progress.Enter(RunnerPhase.Measuring, measuring);
        start?.Spin(_context.Stop);
        _measured.Open();
        await running;
        progress.Enter(RunnerPhase.Ended, measuring);
        return window.Close();
    }

    private async Task<StartInstant> AgreeOnStartAsync(IRendezvous rendezvous, RunnerProgress progress)
    {
        _warmUpEndedNanoseconds = _context.Clock.Nanoseconds();
        progress.Enter(RunnerPhase.Barrier, []);
        return new(await rendezvous.AgreeOnStartAsync(_context.Clock, _context.Stop), _context.Clock, _context.Time);
    }

    private async Task RunClientAsync(LoadClient client)
    {
        try
        {
            await client.RunAsync();
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
