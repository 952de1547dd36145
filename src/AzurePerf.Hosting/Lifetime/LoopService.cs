using Microsoft.Extensions.Hosting;

namespace AzurePerf.Hosting.Lifetime;

/// <summary>
/// A background service that stays where it is started. The framework's own start moves the loop to the thread pool whatever scheduler
/// started it; here the loop keeps the scheduler of its start, so that a test can run several hosts on one thread. In a host, which has
/// none, it runs on the pool as ever.
/// </summary>
public abstract class LoopService : BackgroundService
{
    private CancellationTokenSource? _stopping;
    private Task? _running;

    public override Task? ExecuteTask => _running;

    public override Task StartAsync(CancellationToken cancellationToken)
    {
        _stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _running = RunAsync(_stopping.Token);
        return Task.CompletedTask;
    }

    /// <summary>Tells the loop to end and waits for it, but not longer than the host has time.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_running is null)
        {
            return;
        }

        try
        {
            _stopping!.Cancel();
        }
        finally
        {
            await _running.WaitAsync(cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        }
    }

    public override void Dispose()
    {
        _stopping?.Cancel();
        base.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>The next service starts at once, however long the loop runs before it first waits.</summary>
    private async Task RunAsync(CancellationToken stoppingToken)
    {
        await Task.Yield();
        await ExecuteAsync(stoppingToken);
    }
}
