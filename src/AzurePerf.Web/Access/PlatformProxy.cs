using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>
/// Whether Container Apps' own sign-in stands in front of this host. It is looked at when somebody shows identity headers, not more often
/// than it must be, and by one request at a time.
/// </summary>
internal sealed partial class PlatformProxy(IProxyCheck look, TimeProvider time, ILogger<PlatformProxy> logger) : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private volatile ProxyTrust _belief = ProxyTrust.None;

    public async Task<bool> IsProvenAsync(CancellationToken cancellationToken)
    {
        if (_belief.NeedsLook(time.GetUtcNow()))
        {
            await _turn.WaitAsync(cancellationToken);
            try
            {
                await RenewAsync(cancellationToken);
            }
            finally
            {
                _turn.Release();
            }
        }

        return _belief.IsProven(time.GetUtcNow());
    }

    public void Dispose() => _turn.Dispose();

    /// <summary>Does nothing when somebody else did while this one waited for its turn.</summary>
    private async Task RenewAsync(CancellationToken cancellationToken)
    {
        var (before, now) = (_belief, time.GetUtcNow());
        if (!before.NeedsLook(now))
        {
            return;
        }

        var sighting = await look.LookAsync(cancellationToken);
        _belief = before.After(sighting, time.GetUtcNow());
        var proven = _belief.IsProven(time.GetUtcNow());
        if (proven && !before.IsProven(now))
        {
            LogProven();
        }
        else if (!proven && (before.IsProven(now) || before == ProxyTrust.None))
        {
            LogUnproven(sighting);
        }
    }

    [LoggerMessage(Level = LogLevel.Information,
        Message = "Identity headers from outside are taken away before they reach this host: those that arrive are believed")]
    private partial void LogProven();

    [LoggerMessage(Level = LogLevel.Error,
        Message = "No identity header is believed, because those from outside were not seen to be taken away ({Sighting}): switch on "
            + "authentication of the container app; keys go on to work")]
    private partial void LogUnproven(ProxyCheckResult sighting);
}
