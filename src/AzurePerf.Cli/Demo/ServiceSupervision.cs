using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Demo;

/// <summary>Work that makes sense only as long as the services run.</summary>
internal static class ServiceSupervision
{
    /// <summary>Does some work; stops it and fails with a sentence when a service ends by itself.</summary>
    public static async Task<T> WhileTheyRunAsync<T>(
        this IRunningServices services, Func<CancellationToken, Task<T>> work, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var working = work(stop.Token);
        if (await Task.WhenAny(working, services.Ended) == working)
        {
            return await working;
        }

        await stop.CancelAsync();
        await ((Task)working).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        throw new CommandFailure(await services.Ended);
    }

    /// <summary>Waits for Ctrl-C.</summary>
    public static Task<int> WaitForInterruptionAsync(
        this IRunningServices services, TimeProvider time, CancellationToken cancellationToken) =>
        services.WhileTheyRunAsync(
            async stop =>
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, time, stop);
                return ExitCode.Ok;
            },
            cancellationToken);
}
