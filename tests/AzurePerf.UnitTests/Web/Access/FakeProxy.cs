using AzurePerf.Core.Access;
using AzurePerf.Web.Access;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>What stands in front of a host, as a test says.</summary>
internal sealed class FakeProxy : IProxyCheck
{
    private int _looks;

    public ProxyCheckResult Sighting { get; set; } = ProxyCheckResult.Removed;

    public int Looks => _looks;

    public Task<ProxyCheckResult> LookAsync(CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _looks);
        return Task.FromResult(Sighting);
    }
}
