using AzurePerf.Core.Access;
using AzurePerf.Web.Access;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>What stands in front of a host, as a test says.</summary>
internal sealed class FakeFront : IFrontLook
{
    private int _looks;

    public FrontSighting Sighting { get; set; } = FrontSighting.Removed;

    public int Looks => _looks;

    public Task<FrontSighting> LookAsync(CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _looks);
        return Task.FromResult(Sighting);
    }
}
