using System.ComponentModel.DataAnnotations;
using System.Globalization;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting.Control;

/// <summary>
/// Creates the control plane's tables, queues and container before any other service of the host starts, or where it may not, looks whether
/// they can be read. An account that does not answer yet is waited for: an account and its hosts may come up together. One that refuses the
/// sign-in never will answer, but for the minutes after a deployment gave the host's identity its roles.
/// </summary>
internal sealed partial class ControlPlaneCreation(
    ControlPlane controlPlane, ControlOptions options, TimeProvider time, ILogger<ControlPlaneCreation> logger) : IHostedLifecycleService
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>The clients' own tries add up to minutes where requests get no answer at all. Far longer than making all from far away
    /// takes.</summary>
    private static readonly TimeSpan TryLimit = TimeSpan.FromSeconds(20);

    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        var started = time.GetTimestamp();
        while (true)
        {
            try
            {
                await TryAsync(cancellationToken);
                return;
            }
            catch (Exception failure) when (StorageFailure.Matches(failure) && !cancellationToken.IsCancellationRequested)
            {
                if (!MayPass(failure) || time.GetElapsedTime(started) >= Patience)
                {
                    throw new SettingsException($"{StorageFailure.Describe(failure)}: {Advice(failure)}");
                }

                LogWaiting(Reason(failure));
                await Task.Delay(Pause, time, cancellationToken);
            }
        }
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task TryAsync(CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(TryLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await (options.Create ? controlPlane.CreateAsync(either.Token) : controlPlane.ProbeAsync(either.Token));
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException(string.Create(CultureInfo.InvariantCulture, $"no answer in {TryLimit.TotalSeconds:0} s"));
        }
    }

    /// <summary>Where the deployment made everything it also gave the roles, which take minutes to work.</summary>
    private bool MayPass(Exception failure) => StorageFailure.MayPass(failure) || (!options.Create && StorageFailure.IsForbidden(failure));

    private static string Advice(Exception failure) => StorageFailure.IsUnknownApiVersion(failure)
        ? StorageFailure.UnknownApiVersionAdvice
        : StorageFailure.IsRefusal(failure)
        ? $"check name and key in {StorageAccounts.ControlVariable}, or the roles of the identity"
        : $"check {StorageAccounts.ControlVariable}, and that the account or emulator is up";

    /// <summary>Of several tries, what the last one met.</summary>
    private static string Reason(Exception failure)
    {
        var last = failure is AggregateException tries ? tries.InnerExceptions[^1] : failure;
        return FailureText.FirstLineOf(last);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer yet: {Reason}")]
    private partial void LogWaiting(string reason);
}

/// <summary>Where in the control account the control plane is, section <c>Control</c>.</summary>
public sealed class ControlOptions
{
    /// <summary>Put before every table, queue and container name, so that several control planes fit into one account.</summary>
    /// <value>Up to 20 lower-case letters and digits, a letter first; empty by default.</value>
    [RegularExpression(
        "^([a-z][a-z0-9]{0,19})?$", ErrorMessage = "Control:Prefix must be up to 20 lower-case letters and digits, a letter first")]
    public string Prefix { get; init; } = "";

    /// <summary>True makes the tables, queues and the container at start where they do not exist; false only looks whether the account
    /// answers.</summary>
    /// <value>True by default. False where the deployment makes them and no identity may: then a host needs no role beyond the rows and
    /// messages it works with.</value>
    public bool Create { get; init; } = true;
}
