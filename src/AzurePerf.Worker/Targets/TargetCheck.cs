using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;

namespace AzurePerf.Worker.Targets;

/// <summary>
/// Signs in to every target before the first task is taken: a worker that no target lets in would turn every run into failures. Of several
/// targets one that lets nobody in fails its own runs only, and is logged. A target that does not answer now may answer later, and is only
/// warned of. With <see cref="WorkerOptions.TargetsMustAnswer"/> either ends the start.
/// </summary>
internal sealed partial class TargetCheck(
    WorkerTargets targets, WorkerOptions options, TimeProvider time, ILogger<TargetCheck> logger) : IHostedService
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    /// <exception cref="SettingsException">No target can be worked on as it is set, or one of those that must; every fault is
    /// listed.</exception>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var faults = await Task.WhenAll(targets.Configured.Select(target => FaultsOfAsync(target, cancellationToken)));
        var all = faults.SelectMany(one => one).ToArray();
        if (all.Length > 0 && (options.TargetsMustAnswer || faults.All(one => one.Count > 0)))
        {
            throw new SettingsException(all);
        }

        Array.ForEach(all, LogUnfit);
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Why it cannot be worked on as it is set; empty where it can, or may later.</summary>
    private async Task<IReadOnlyList<string>> FaultsOfAsync(WorkerTarget configured, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        using var target = configured.Open(new(Clients: 1, LanesPerClient: 1, Limit));
        try
        {
            await target.CheckAsync(either.Token);
            return [];
        }
        catch (SettingsException unfit)
        {
            return unfit.Faults;
        }
        catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
        {
            if (configured.Outcomes.Classify(failure, mutates: false) == OperationOutcome.Unauthorized)
            {
                return
                [
                    configured.AdviceOn(failure)
                        ?? $"target \"{configured.Name}\" refuses the sign-in: check name and key in {configured.Variable}, or the roles "
                            + "of the identity",
                ];
            }

            if (StorageFailure.IsUnknownApiVersion(failure))
            {
                return
                [
                    $"target \"{configured.Name}\" is a storage emulator that does not know the API version of the Azure clients: "
                        + $"{StorageFailure.UnknownApiVersionAdvice}",
                ];
            }

            var reason = late.IsCancellationRequested ? $"nothing came within {Limit.TotalSeconds:0} s" : FailureText.Of(failure);
            if (options.TargetsMustAnswer)
            {
                return
                [
                    $"target \"{configured.Name}\" does not answer: check the address in {configured.Variable}, and the network "
                        + $"({reason})",
                ];
            }

            LogNoAnswer(configured.Name, reason);
            return [];
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A target cannot be measured as it is set, and its runs will fail: {Fault}")]
    private partial void LogUnfit(string fault);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Target {Target} does not answer now: {Reason}")]
    private partial void LogNoAnswer(string target, string reason);
}
