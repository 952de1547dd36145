using System.Threading.RateLimiting;
using AzurePerf.Core.Access;
using AzurePerf.Web.Access;

namespace AzurePerf.Web.Samples;

/// <summary>How often a person may load or remove the sample data: each time costs hundreds of requests to the control account.</summary>
internal sealed class ExampleRunTurns(AccessOptions access) : IDisposable
{
    public const int PerTenMinutes = 6;

    private static readonly TimeSpan Window = TimeSpan.FromMinutes(10);

    private readonly PartitionedRateLimiter<string> _turns =
        PartitionedRateLimiter.Create<string, string>(name => RateLimitPartition.GetFixedWindowLimiter(
        name, _ => new() { PermitLimit = PerTenMinutes, Window = Window }));

    /// <summary>Takes one turn, or says how long a caller waits who had all of them. Any number in local mode, as for every
    /// request.</summary>
    public TimeSpan? Take(Caller caller)
    {
        if (access.Mode == AccessMode.Local)
        {
            return null;
        }

        using var lease = _turns.AttemptAcquire(caller.Name);
        return lease.IsAcquired ? null : lease.TryGetMetadata(MetadataName.RetryAfter, out var wait) ? wait : Window;
    }

    public void Dispose() => _turns.Dispose();
}
