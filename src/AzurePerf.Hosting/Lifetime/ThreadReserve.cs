using Microsoft.Extensions.Hosting;

namespace AzurePerf.Hosting.Lifetime;

/// <summary>
/// Lets the thread pool have a thread for each of some computations at once, and some for everything else. While they compute on its
/// threads, the pool makes a further one seldom or not at all: a heartbeat waited behind them for longer than a worker lives.
/// </summary>
/// <param name="computations">How many; 0 leaves the pool as it is.</param>
public sealed class ThreadReserve(int computations) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (computations > 0)
        {
            ThreadPool.GetMinThreads(out var threads, out var forCompletions);
            ThreadPool.SetMinThreads(Math.Max(threads, computations + (2 * Environment.ProcessorCount)), forCompletions);
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
