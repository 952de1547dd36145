using AzurePerf.Storage;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting.Health;

/// <summary>
/// Runs the checks one round at a time and keeps the answer for a while, so that however often health is asked, what is checked is
/// not loaded by it. A fault is kept for a shorter time: whoever waits for a start should not wait longer than needed.
/// </summary>
internal sealed class ReadyChecks(IEnumerable<ReadyCheck> checks, TimeProvider time, ILogger<ReadyChecks> logger) : IDisposable
{
    public static readonly TimeSpan KeepReady = TimeSpan.FromSeconds(3);
    public static readonly TimeSpan KeepFault = TimeSpan.FromMilliseconds(250);
    public static readonly TimeSpan CheckLimit = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _round = new(1, 1);
    private IReadOnlyList<string> _faults = [];
    private TimeSpan _kept;
    private long? _checkedAt;

    /// <summary>One sentence per thing that is not usable; empty when the host is ready.</summary>
    public async Task<IReadOnlyList<string>> FaultsAsync(CancellationToken cancellationToken)
    {
        await _round.WaitAsync(cancellationToken);
        try
        {
            // Not by the wall clock: where that is set back, an old answer would stand for as long.
            if (_checkedAt is not { } at || time.GetElapsedTime(at) >= _kept)
            {
                var faults = await Task.WhenAll(checks.Select(FaultAsync));
                _faults = [.. faults.OfType<string>()];
                (_checkedAt, _kept) = (time.GetTimestamp(), _faults.Count == 0 ? KeepReady : KeepFault);
            }

            return _faults;
        }
        finally
        {
            _round.Release();
        }
    }

    public void Dispose() => _round.Dispose();

    private async Task<string?> FaultAsync(ReadyCheck check)
    {
        using var limit = new CancellationTokenSource(CheckLimit, time);
        try
        {
            return await check.FaultAsync(limit.Token) is { } fault ? $"{check.Name}: {fault}" : null;
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            return $"{check.Name}: no answer within {CheckLimit.TotalSeconds:0} s";
        }
        catch (Exception failure)
        {
            Log.CheckFailed(logger, failure, check.Name);
            // Anybody may ask, and the message of a library can name accounts and addresses: it goes to the log only.
            var reason = StorageFailure.Matches(failure) ? StorageFailure.Describe(failure) : "the check failed; see the log";
            return $"{check.Name}: {reason}";
        }
    }
}

/// <summary>Something a host needs before it can do its work.</summary>
/// <param name="Name">What is checked, such as "control account".</param>
/// <param name="FaultAsync">Null when it is usable, else a sentence for whoever operates the host. An exception counts as a fault
/// too.</param>
public sealed record ReadyCheck(string Name, Func<CancellationToken, Task<string?>> FaultAsync);
