using System.Threading.RateLimiting;

namespace AzurePerf.Web.Access;

/// <summary>How often each caller may sign in, or sign out without having signed in here: as often as it may ask for changes, and counted
/// apart from them, as each time is written down. Counted by key and not by address, so that nobody keeps others out.</summary>
internal sealed class SignInLimit(AccessOptions access) : IDisposable
{
    private readonly PartitionedRateLimiter<string> _taken = PartitionedRateLimiter.Create<string, string>(who =>
        access.SubmitLimit is { } limit ? RequestLimits.InMinute(who, limit) : RateLimitPartition.GetNoLimiter(who));

    /// <summary>False when the caller did so too often in this minute.</summary>
    /// <param name="who">The id of the key, or the name of a caller without one.</param>
    public bool TryTake(string who)
    {
        using var lease = _taken.AttemptAcquire(who);
        return lease.IsAcquired;
    }

    public void Dispose() => _taken.Dispose();
}
