using AzurePerf.Core.Experiments;
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

    /// <param name="load">The load.</param>
    /// <param name="context">What the execution shares.</param>
    /// <param name="loopOf">Makes the loop that drives the probe in the session's own context.</param>
    public LoadSession(MeasurementOptions load, LoadContext context, Func<LoadContext, IClientLoop> loopOf)
    {
        _broken = CancellationTokenSource.CreateLinkedTokenSource(context.Stop);
        _context = context with { Stop = _broken.Token };
        _warmUp = new(load.Clients, warmUp: true, ClientLimits.OfWarmUp(load), _context);
        _measured = new(load.Clients, warmUp: false, ClientLimits.OfMeasurement(load), _context);
        var samples = new SampleBuffer(load.Clients, _measured.Limits.Operations);
        var loop = loopOf(_context);
        _clients = [.. Enumerable.Range(0, load.Clients).Select(client => new LoadClient(client, _warmUp, _measured, loop, samples.ForClient(client)))];
        _watchdog = new(
            [.. _clients.Select(client => client.Deadline)],
            TimeSpan.FromSeconds(load.OperationTimeoutSeconds),
            context.Clock,
            context.Time);
    }

    public IReadOnlyList<LoadClient> Clients => _clients;

    public FailureLog Failures => _measured.Failures;

    public long WarmUpNanoseconds => _measured.OpenedNanoseconds - _warmUp.OpenedNanoseconds;

    /// <summary>Runs all clients to their end and returns what the process did in the measured window. Throws only if the harness itself breaks.</summary>
    public async Task<MeasurementEnvironment> RunAsync(RunnerProgress progress)
    {
        var running = Task.WhenAll(_clients.Select(RunClientAsync).ToArray());
        try
        {
            return await OpenPhasesAsync(running, progress);
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

    private async Task<MeasurementEnvironment> OpenPhasesAsync(Task running, RunnerProgress progress)
    {
        await _warmUp.Gate.AllArrived;
        progress.Enter(RunnerPhase.WarmUp, [.. _clients.Select(client => client.WarmUp)]);
        _warmUp.Open();

        ClientPhase[] measuring = [.. _clients.Select(client => client.Measured)];
        await _measured.Gate.AllArrived;

        // What set-up and warm-up left behind is collected and finalised now, not in the middle of the measurement.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var begin = EnvironmentReading.Take(_context.Clock);
        progress.Enter(RunnerPhase.Measuring, measuring);
        _measured.Open();
        await running;
        progress.Enter(RunnerPhase.Ended, measuring);
        return begin.Until(EnvironmentReading.Take(_context.Clock), _context.Clock);
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
