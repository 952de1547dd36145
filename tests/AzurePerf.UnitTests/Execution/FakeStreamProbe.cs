using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A probe of streams that does what a test says.</summary>
internal sealed class FakeStreamProbe(Func<Operation, CancellationToken, int> moveBlock) : FakeSetup, IStreamProbe
{
    public int MoveBlock(Operation operation, CancellationToken cancellationToken) => moveBlock(operation, cancellationToken);
}
