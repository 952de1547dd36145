using AzurePerf.Simulation.Scheduling;
using AzurePerf.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AzurePerf.Simulation.Processes;

/// <summary>
/// Lives the life of a host in a simulated process: services start one after the other, run until the host is told to stop or one of them fails, and are
/// stopped in reverse order, but only for so long; then the process ends.
/// </summary>
internal sealed class SimulatedHost(SimulatedProcess process, TimeSpan shutdownTime, Action<Exception> failed) : IHostApplicationLifetime, IDisposable
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly TaskCompletionSource _told = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public CancellationToken ApplicationStarted => CancellationToken.None;

    public CancellationToken ApplicationStopping => _stopping.Token;

    public CancellationToken ApplicationStopped => CancellationToken.None;

    public void StopApplication()
    {
        if (!_stopping.IsCancellationRequested)
        {
            _stopping.Cancel();
            _told.TrySetResult();
        }
    }

    public void Dispose() => _stopping.Dispose();

    public void Start(Func<IServiceProvider> build) => process.Post(() => _ = LiveAsync(build));

    private async Task LiveAsync(Func<IServiceProvider> build)
    {
        try
        {
            IHostedService[] services = [.. build().GetServices<IHostedService>()];
            foreach (var service in services)
            {
                await service.StartAsync(_stopping.Token);
                Watch(service);
            }

            await _told.Task;
            await StopAsync(services);
        }
        catch (Exception failure)
        {
            // A host whose start or end fails exits, and is started again.
            if (!StorageFailure.Matches(failure) && failure is not OperationCanceledException)
            {
                failed(failure);
            }
        }

        process.End("exits");
    }

    private async Task StopAsync(IHostedService[] services)
    {
        using var late = new CancellationTokenSource(shutdownTime, process.Clock);
        foreach (var service in services.Reverse())
        {
            try
            {
                await service.StopAsync(late.Token);
            }
            catch (Exception failure) when (StorageFailure.Matches(failure) || failure is OperationCanceledException)
            {
                // The others are stopped all the same.
            }
        }
    }

    private void Watch(IHostedService service)
    {
        if (service is BackgroundService { ExecuteTask: { } running })
        {
            _ = WatchAsync(running);
        }
    }

    private async Task WatchAsync(Task running)
    {
        try
        {
            await running;
        }
        catch (Exception failure) when (failure is not OperationCanceledException || !_stopping.IsCancellationRequested)
        {
            failed(failure);
            StopApplication();
        }
        catch (OperationCanceledException)
        {
            // It was told to stop.
        }
    }
}
