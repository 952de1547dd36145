using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;

namespace AzurePerf.Worker.Targets;

/// <summary>
/// Signs in to every target before the first task is taken: a worker that no target lets in would turn every run into failures. A target
/// that does not answer now may answer later, and is only warned of unless <see cref="WorkerOptions.TargetsMustAnswer"/>.
/// </summary>
internal sealed partial class TargetCheck(
    WorkerTargets targets, WorkerOptions options, TimeProvider time, ILogger<TargetCheck> logger) : IHostedService
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    public async Task StartAsync(CancellationToken cancellationToken) =>
        await Task.WhenAll(targets.Configured.Select(target => CheckAsync(target, cancellationToken)));

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task CheckAsync(WorkerTarget configured, CancellationToken cancellationToken)
    {
        using var late = new CancellationTokenSource(Limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        using var target = configured.Open(new(Clients: 1, LanesPerClient: 1, Limit));
        try
        {
            await target.CheckAsync(either.Token);
        }
        catch (Exception failure) when (failure is not SettingsException && !cancellationToken.IsCancellationRequested)
        {
            if (configured.Outcomes.Classify(failure, mutates: false) == OperationOutcome.Unauthorized)
            {
                throw new SettingsException(
                    configured.AdviceOn(failure)
                        ?? $"target \"{configured.Name}\" refuses the sign-in: check name and key in {configured.Variable}, or the roles "
                            + "of the identity");
            }

            if (StorageFailure.IsUnknownApiVersion(failure))
            {
                throw new SettingsException(
                    $"target \"{configured.Name}\" is a storage emulator that does not know the API version of the Azure clients: "
                        + $"{StorageFailure.UnknownApiVersionAdvice}");
            }

            var reason = late.IsCancellationRequested ? $"nothing came within {Limit.TotalSeconds:0} s" : FailureText.Of(failure);
            if (options.TargetsMustAnswer)
            {
                throw new SettingsException(
                    $"target \"{configured.Name}\" does not answer: check the address in {configured.Variable}, and the network "
                        + $"({reason})");
            }

            LogNoAnswer(configured.Name, reason);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Target {Target} does not answer now: {Reason}")]
    private partial void LogNoAnswer(string target, string reason);
}
